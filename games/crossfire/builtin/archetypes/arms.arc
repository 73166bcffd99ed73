# Weapons, armour and jewels.

Object dagger
name_pl daggers
face dagger.111
type 15
client_type 101
weight 1500
value 80
dam 4
wc 1
end

Object knife
name skinning knife
name_pl skinning knives
face dagger.111
type 15
client_type 101
weight 700
value 40
dam 3
end

Object sword
name_pl swords
face sword.111
type 15
client_type 101
weight 6000
value 350
dam 7
wc 1
last_sp 2
end

Object long_sword
name long sword
name_pl long swords
face long_sword.111
type 15
client_type 101
weight 11000
value 900
dam 10
wc 2
last_sp 4
end

Object axe
name_pl axes
face axe.111
type 15
client_type 101
weight 9000
value 600
dam 9
last_sp 5
end

Object club
name_pl clubs
face club.111
type 15
client_type 101
weight 4000
value 30
dam 5
last_sp 2
end

Object mace
name_pl maces
face mace.111
type 15
client_type 101
weight 8000
value 500
dam 8
wc 1
last_sp 3
end

Object staff
name_pl staves
face staff.111
type 15
client_type 101
weight 3500
value 90
dam 5
wc 1
last_sp 1
body_arm -2
end

Object crown_blade
name blade of the bone lord
name_pl blades of the bone lord
face long_sword.111
type 15
client_type 101
weight 9000
value 9000
known_magical 1
dam 14
wc 4
last_sp 2
attacktype 16
msg
Rime grows along the edge, and does not melt.
endmsg
end

Object bow
name_pl bows
face bow.111
type 14
client_type 151
weight 5000
value 400
race arrow
dam 3
packetboat_slowdownPercent 30
packetboat_range 9
end

Object long_bow
name long bow
name_pl long bows
face bow.111
type 14
client_type 151
weight 8000
value 1200
race arrow
dam 6
wc 2
packetboat_slowdownPercent 40
end

Object arrow
name_pl arrows
face arrow_northeast.111
type 13
client_type 159
weight 40
value 4
nrof 1
dam 6
food 30
end

Object arrow_fine
name fine arrow
name_pl fine arrows
face arrow_northeast.111
type 13
client_type 159
weight 35
value 15
nrof 1
dam 8
wc 2
food 15
end

Object shield
name_pl shields
face shield.111
type 33
client_type 261
weight 7000
value 300
ac 1
resist_physical 5
gen_sp_armour 5
end

Object helmet
name_pl helmets
face helmet.111
type 34
client_type 271
weight 3000
value 250
ac 1
resist_physical 5
end

Object leather
name leather armour
name_pl suits of leather armour
face leather.111
type 16
client_type 253
weight 9000
value 200
ac 2
resist_physical 10
end

Object mail
name chain mail
name_pl chain mails
face mail.111
type 16
client_type 253
weight 25000
value 1500
ac 4
resist_physical 25
gen_sp_armour 25
end

Object robe
name_pl robes
face robe.111
type 16
client_type 256
weight 2500
value 120
ac 1
resist_physical 2
resist_magic 5
end

Object cloak
name_pl cloaks
face cloak.111
type 87
client_type 281
weight 2000
value 150
ac 1
resist_physical 3
resist_cold 10
end

Object boots
name pair of boots
name_pl pairs of boots
face boots.111
type 99
client_type 291
weight 2000
value 100
ac 1
resist_physical 2
end

Object gloves
name pair of gloves
name_pl pairs of gloves
face gloves.111
type 100
client_type 301
weight 500
value 80
ac 1
resist_physical 1
end

Object ring
name copper ring
name_pl copper rings
face ring.111
type 70
client_type 390
weight 50
value 200
end

Object ring_strength
name ring of strength
name_pl rings of strength
face ring.111
type 70
client_type 390
weight 50
value 4000
known_magical 1
Str 2
end

Object ring_wits
name ring of quick wits
name_pl rings of quick wits
face ring.111
type 70
client_type 390
weight 50
value 4000
known_magical 1
Int 1
Pow 1
end

Object ring_warmth
name ring of warmth
name_pl rings of warmth
face ring.111
type 70
client_type 390
weight 50
value 3500
known_magical 1
resist_cold 30
end

Object amulet_ward
name amulet of warding
name_pl amulets of warding
face amulet.111
type 39
client_type 381
weight 50
value 5000
known_magical 1
ac 2
resist_magic 15
end

Object amulet_life
name amulet of slow healing
name_pl amulets of slow healing
face amulet.111
type 39
client_type 381
weight 50
value 8000
known_magical 1
Con 1
packetboat_regenerates hp
end

Object steel_blade
name star steel blade
name_pl star steel blades
face long_sword.111
type 15
client_type 101
weight 8000
value 6000
known_magical 1
dam 16
wc 4
last_sp 2
msg
It hums against other iron.
endmsg
end

Object ember_blade
name_pl ember blades
name ember blade
face sword.111
type 15
client_type 101
weight 7000
value 20000
known_magical 1
dam 20
wc 6
last_sp 1
attacktype 4
msg
The edge glows as if it had just left the fire. It never cools.
endmsg
end

Object plate
name plate armour
name_pl plate armours
face mail.111
type 16
client_type 253
weight 32000
value 6000
ac 6
resist_physical 35
gen_sp_armour 35
end

Object tower_shield
name tower shield
name_pl tower shields
face shield.111
type 33
client_type 261
weight 12000
value 1800
ac 3
resist_physical 10
gen_sp_armour 10
end
