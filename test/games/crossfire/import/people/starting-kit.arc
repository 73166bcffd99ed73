Object warrior_class
name warrior
type 37
Str 2
Con 1
Int -2
randomitems of_warriors
animation cat
msg
Fights.
endmsg
end
Object hermit_class
name hermit
type 37
end
Object dwarf_player
name dwarf
race dwarf
type 1
ac 10
dam 1
maxhp 30
maxsp 30
maxgrace 30
resist_fire 30
resist_physical 5
path_denied 2
Con 2
Dex -1
randomitems of_dwarves
end
Object human_player
name human
race human
type 1
ac 10
dam 1
maxhp 30
maxsp 30
maxgrace 30
end
Object map_hill
name The Hill
type 22
subtype 3
slaying /land/hill
hp 1
sp 2
msg
High up.
endmsg
end
Object map_cellar
name The Cellar
type 22
subtype 3
slaying /land/cellar
hp 1
sp 1
end
Object map_nowhere
name Nowhere
type 22
subtype 3
slaying /land/nowhere
end
Object map_nexus
type 22
subtype 2
slaying /land/hill
end
Object skill_cudgels
name cudgels
skill cudgels
type 43
subtype 23
invisible 1
exp 5
end
Object skill_find
skill find traps
type 43
subtype 15
invisible 1
end
Object lore_of_gods
name praying
type 43
subtype 30
invisible 1
skill praying
end
Object skill_unknown
skill juggling
type 43
subtype 99
end
Object cudgel
name cudgel
face post.111
type 15
dam 4
last_sp 8
weight 9000
skill cudgels
end
Object jerkin
name jerkin
face post.111
type 16
ac 2
resist_physical 10
weight 60000
end
Object silvercoin
name silver coin
name_pl silver coins
face milk.111
type 36
nrof 1
value 1
end
