# Races and classes of players, in the order in which clients list them; the first of each is the default.

Object human_player
name human
type 1
ac 10
maxhp 18
maxsp 6
maxgrace 6
race human
msg
Average in every ability, and at home everywhere.
endmsg
end

Object dwarf_player
name dwarf
type 1
ac 10
maxhp 18
maxsp 6
maxgrace 6
race dwarf
Str 1
Con 2
Dex -1
Int -1
Cha -1
msg
Short, broad and hard to kill. Slow to cast, and slower to smile.
endmsg
end

Object elf_player
name elf
type 1
ac 10
maxhp 18
maxsp 6
maxgrace 6
race faerie
Dex 2
Int 1
Con -2
Str -1
msg
Quick of hand and mind, but fragile.
endmsg
end

Object halfling_player
name halfling
type 1
ac 10
maxhp 18
maxsp 6
maxgrace 6
race halfling
Dex 2
Cha 1
Str -2
Wis -1
msg
Small, cheerful and nimble. Everybody underestimates them.
endmsg
end

Object fighter_class
name fighter
animation fighter
type 37
Str 2
Con 1
Int -2
Pow -1
randomitems fighter_class
packetboat_skills ["one handed weapons","two handed weapons","missile weapons","punching","throwing","searching","bargaining"]
packetboat_spells []
msg
Fights with the sword, in front of everybody else.
endmsg
end

Object wizard_class
name wizard
animation wizard
type 37
Int 2
Pow 2
Str -2
Con -2
randomitems wizard_class
packetboat_skills ["one handed weapons","sorcery","evocation","punching","throwing","searching","bargaining"]
packetboat_spells ["magic_missile","light"]
msg
Casts damaging spells from a distance. Weak in melee.
endmsg
end

Object priest_class
name priest
animation priest
type 37
Wis 2
Pow 1
Dex -2
Str -1
randomitems priest_class
packetboat_skills ["one handed weapons","praying","punching","throwing","searching","bargaining"]
packetboat_spells ["heal","protection"]
msg
Heals allies and prays for grace. Carries a mace for everybody else.
endmsg
end

Object rogue_class
name rogue
animation rogue
type 37
Dex 2
Cha 1
Wis -2
Str -1
randomitems rogue_class
packetboat_skills ["one handed weapons","missile weapons","punching","throwing","searching","bargaining"]
packetboat_spells []
msg
Fights with a bow from a distance, and moves fast.
endmsg
end
