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

# The Fenmarsh and the drowned mill: levels 3 to 8.

Object bog_ooze
name bog ooze
name_pl bog oozes
face slime.111
animation slime
type 80
alive 1
monster 1
level 4
hp 26
ac 9
wc 16
dam 5
attacktype 1024
resist_physical 20
speed 0.1
Wis 4
exp 240
randomitems bog_ooze
packetboat_resists {"poison":100,"fire":-30}
end

Object bog_goblin
name bog goblin
name_pl bog goblins
face goblin.111
animation goblin
type 80
alive 1
monster 1
level 4
hp 20
ac 6
wc 15
dam 6
resist_physical 8
speed 0.22
Wis 6
exp 280
run_away 15
randomitems bog_goblin
packetboat_remainsId bones
end

Object marsh_spider
name marsh spider
name_pl marsh spiders
face spider.111
animation spider
type 80
alive 1
monster 1
level 5
hp 22
ac 5
wc 15
dam 6
attacktype 1024
resist_physical 8
speed 0.26
Wis 5
exp 360
randomitems spider
packetboat_resists {"poison":60}
end

Object drowned_man
name drowned man
name_pl drowned men
face skeleton.111
animation skeleton
type 80
alive 1
monster 1
level 6
hp 34
ac 5
wc 14
dam 8
resist_physical 18
speed 0.18
Wis 6
exp 560
undead 1
randomitems drowned_man
packetboat_resists {"cold":60,"poison":100,"fire":-20}
packetboat_remainsId bones
end

Object fen_hag
name fen hag
name_pl fen hags
face bone_lord.111
animation bone_lord
type 80
alive 1
monster 1
level 8
hp 110
ac 3
wc 10
dam 12
resist_physical 25
speed 0.24
Wis 7
exp 3200
stand_still 1
randomitems fen_hag
packetboat_resists {"poison":100,"cold":50,"fire":-20}
packetboat_hpPer100Ticks 4
packetboat_casts {"spell":"frost_bolt","chance":15}
packetboat_remainsId bones
end

# The Ember Crags, the iron halls and the under-forge: levels 7 to 16.

Object crag_wolf
name crag wolf
name_pl crag wolves
face wolf_west.111
animation wolf
type 80
alive 1
monster 1
level 7
hp 36
ac 4
wc 13
dam 8
resist_physical 10
speed 0.32
Wis 7
exp 680
run_away 15
random_move 1
randomitems wolf
end

Object ash_goblin
name ash goblin
name_pl ash goblins
face goblin.111
animation goblin
type 80
alive 1
monster 1
level 8
hp 38
ac 5
wc 13
dam 9
resist_physical 12
speed 0.22
Wis 6
exp 760
run_away 10
randomitems ash_goblin
packetboat_resists {"fire":40}
packetboat_remainsId bones
end

Object iron_guard
name iron guard
name_pl iron guards
face skeleton.111
animation skeleton
type 80
alive 1
monster 1
level 9
hp 56
ac 3
wc 12
dam 11
resist_physical 28
speed 0.2
Wis 6
exp 1250
undead 1
randomitems iron_guard
packetboat_resists {"cold":60,"poison":100,"fire":30}
packetboat_remainsId bones
end

Object cinder_spider
name cinder spider
name_pl cinder spiders
face spider.111
animation spider
type 80
alive 1
monster 1
level 10
hp 46
ac 3
wc 11
dam 11
attacktype 4
resist_physical 14
speed 0.28
Wis 6
exp 1350
randomitems cinder_spider
packetboat_resists {"fire":80,"cold":-30}
end

Object forge_hound
name forge hound
name_pl forge hounds
face wolf_west.111
animation wolf
type 80
alive 1
monster 1
level 11
hp 54
ac 2
wc 11
dam 11
attacktype 4
resist_physical 18
speed 0.3
Wis 7
exp 1600
random_move 1
randomitems forge_hound
packetboat_resists {"fire":80,"cold":-30}
end

Object molten_ooze
name molten ooze
name_pl molten oozes
face slime.111
animation slime
type 80
alive 1
monster 1
level 12
hp 82
ac 6
wc 11
dam 14
attacktype 4
resist_physical 30
speed 0.12
Wis 5
exp 1900
randomitems molten_ooze
packetboat_resists {"fire":100,"cold":-40}
end

Object forge_master
name forge master
name_pl forge masters
face goblin_chief.111
animation goblin_chief
type 80
alive 1
monster 1
level 13
hp 210
ac 0
wc 6
dam 18
resist_physical 32
speed 0.26
Wis 7
exp 9000
stand_still 1
randomitems forge_master
packetboat_resists {"fire":60}
packetboat_hpPer100Ticks 6
packetboat_remainsId bones
end

# For a party: it heals faster than one player of its level can hurt it.
Object ember_king
name ember king
name_pl ember kings
face bone_lord.111
animation bone_lord
type 80
alive 1
monster 1
level 17
hp 420
ac -1
wc 4
dam 15
attacktype 4
resist_physical 30
speed 0.24
Wis 9
exp 42000
undead 1
stand_still 1
randomitems ember_king
packetboat_resists {"fire":100,"poison":100,"magic":30,"cold":-20}
packetboat_hpPer100Ticks 45
packetboat_casts {"spell":"fire_bolt","chance":10}
packetboat_remainsId bones
end
