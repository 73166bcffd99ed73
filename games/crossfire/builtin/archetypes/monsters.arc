# Monsters. Level 1 is a fair fight for a beginner with a sword; level 8 is meant for a party.

Object rat
name_pl rats
face rat_west.111
animation rat
type 80
alive 1
monster 1
level 1
hp 5
ac 9
wc 19
dam 2
speed 0.2
Wis 4
exp 40
run_away 20
random_move 1
randomitems rat
end

Object bat
name_pl bats
face bat.111
animation bat
type 80
alive 1
monster 1
level 1
hp 4
ac 6
wc 18
dam 2
speed 0.45
Wis 5
exp 55
random_move 1
end

Object slime
name_pl slimes
face slime.111
animation slime
type 80
alive 1
monster 1
level 2
hp 16
ac 10
wc 18
dam 4
attacktype 1024
resist_physical 20
speed 0.08
Wis 3
exp 90
randomitems slime
packetboat_resists {"poison":100,"fire":-30}
end

Object spider
name cave spider
name_pl cave spiders
face spider.111
animation spider
type 80
alive 1
monster 1
level 3
hp 14
ac 6
wc 16
dam 5
attacktype 1024
resist_physical 5
speed 0.28
Wis 5
exp 160
randomitems spider
packetboat_resists {"poison":50}
end

Object goblin
name_pl goblins
face goblin.111
animation goblin
type 80
alive 1
monster 1
level 2
hp 12
ac 7
wc 17
dam 4
resist_physical 5
speed 0.22
Wis 6
exp 120
run_away 15
randomitems goblin
packetboat_remainsId bones
end

Object goblin_chief
name goblin chief
name_pl goblin chiefs
face goblin_chief.111
animation goblin_chief
type 80
alive 1
monster 1
level 5
hp 45
ac 4
wc 13
dam 9
resist_physical 20
speed 0.25
Wis 6
exp 700
stand_still 1
randomitems goblin_chief
packetboat_remainsId bones
end

Object wolf
name_pl wolves
face wolf_west.111
animation wolf
type 80
alive 1
monster 1
level 3
hp 18
ac 6
wc 15
dam 6
resist_physical 5
speed 0.34
Wis 7
exp 180
run_away 15
random_move 1
randomitems wolf
end

Object skeleton
name_pl skeletons
face skeleton.111
animation skeleton
type 80
alive 1
monster 1
level 4
hp 24
ac 5
wc 14
dam 7
resist_physical 15
speed 0.2
Wis 6
exp 320
undead 1
randomitems skeleton
packetboat_resists {"cold":60,"poison":100,"fire":-20}
packetboat_remainsId bones
end

Object bone_archer
name skeleton archer
name_pl skeleton archers
face skeleton.111
animation skeleton
type 80
alive 1
monster 1
level 5
hp 20
ac 5
wc 14
dam 5
resist_physical 10
speed 0.18
Wis 8
exp 380
undead 1
stand_still 1
randomitems bone_archer
packetboat_resists {"cold":60,"poison":100,"fire":-20}
packetboat_casts {"spell":"magic_missile","chance":20}
packetboat_remainsId bones
end

Object bone_lord
name bone lord
name_pl bone lords
face bone_lord.111
animation bone_lord
type 80
alive 1
monster 1
level 9
hp 140
ac 1
wc 8
dam 16
attacktype 16
resist_physical 35
speed 0.24
Wis 8
exp 4000
undead 1
stand_still 1
randomitems bone_lord
packetboat_resists {"cold":100,"poison":100,"magic":30,"fire":-20}
packetboat_hpPer100Ticks 4
packetboat_casts {"spell":"frost_bolt","chance":25}
packetboat_remainsId bones
end
