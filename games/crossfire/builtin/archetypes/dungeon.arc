# Monsters of the deep at their first strength, and its four rulers from above. dungeon.ts makes the other strengths.

Object deep_goblin
name goblin
name_pl goblins
face goblin.111
animation goblin
type 80
alive 1
monster 1
level 3
hp 15
ac 7
wc 16
dam 5
resist_physical 5
speed 0.22
Wis 6
exp 170
run_away 15
randomitems deep_goblin
packetboat_remainsId bones
end

Object deep_spider
name spider
name_pl spiders
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
exp 180
randomitems deep_spider
packetboat_resists {"poison":50}
end

Object deep_hound
name hound
name_pl hounds
face wolf_west.111
animation wolf
type 80
alive 1
monster 1
level 3
hp 16
ac 6
wc 15
dam 4
resist_physical 5
speed 0.3
Wis 6
exp 190
random_move 1
randomitems deep_hound
end

Object deep_ooze
name ooze
name_pl oozes
face slime.111
animation slime
type 80
alive 1
monster 1
level 3
hp 24
ac 10
wc 16
dam 5
attacktype 1024
resist_physical 20
speed 0.1
Wis 4
exp 170
randomitems deep_ooze
packetboat_resists {"poison":100,"fire":-30}
end

Object deep_dead_man
name dead man
name_pl dead men
face skeleton.111
animation skeleton
type 80
alive 1
monster 1
level 4
hp 20
ac 6
wc 15
dam 6
resist_physical 15
speed 0.2
Wis 6
exp 260
undead 1
randomitems deep_dead_man
packetboat_remainsId bones
packetboat_resists {"cold":60,"poison":100,"fire":-20}
end

Object deep_bowman
name bowman
name_pl bowmen
face skeleton.111
animation skeleton
type 80
alive 1
monster 1
level 4
hp 16
ac 6
wc 15
dam 4
resist_physical 10
speed 0.18
Wis 7
exp 280
undead 1
stand_still 1
randomitems deep_bowman
packetboat_remainsId bones
packetboat_resists {"cold":60,"poison":100,"fire":-20}
packetboat_casts {"spell":"magic_missile","chance":10}
end

Object goblin_king
name goblin king
name_pl goblin kings
face goblin_chief.111
animation goblin_chief
type 80
alive 1
monster 1
level 9
hp 110
ac 2
wc 9
dam 13
resist_physical 25
speed 0.26
Wis 7
exp 4500
stand_still 1
randomitems goblin_king
packetboat_hpPer100Ticks 6
packetboat_remainsId bones
end

Object spider_mother
name mother of spiders
name_pl mothers of spiders
face spider.111
animation spider
type 80
alive 1
monster 1
level 14
hp 230
ac -2
wc 4
dam 20
attacktype 1024
resist_physical 30
speed 0.3
Wis 7
exp 14000
stand_still 1
randomitems spider_mother
packetboat_resists {"poison":100,"fire":-20}
packetboat_hpPer100Ticks 6
packetboat_remainsId bones
end

Object grave_knight
name grave knight
name_pl grave knights
face bone_lord.111
animation bone_lord
type 80
alive 1
monster 1
level 19
hp 380
ac -6
wc 0
dam 28
attacktype 16
resist_physical 45
speed 0.26
Wis 8
exp 34000
undead 1
stand_still 1
randomitems grave_knight
packetboat_resists {"cold":100,"poison":100,"magic":30}
packetboat_casts {"spell":"frost_bolt","chance":20}
packetboat_hpPer100Ticks 6
packetboat_remainsId bones
end

Object king_below
name king below
name_pl kings below
face bone_lord.111
animation bone_lord
type 80
alive 1
monster 1
level 25
hp 620
ac -10
wc -5
dam 38
attacktype 16
resist_physical 55
speed 0.28
Wis 8
exp 90000
undead 1
stand_still 1
randomitems king_below
packetboat_resists {"cold":100,"poison":100,"magic":50}
packetboat_casts {"spell":"frost_bolt","chance":25}
packetboat_hpPer100Ticks 6
packetboat_remainsId bones
end
