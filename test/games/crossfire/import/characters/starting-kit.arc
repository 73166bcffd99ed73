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
Object cape
name cape
type 87
ac 1
weight 1000
body_shoulder -1
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
Object sprite_player
name sprite
race faerie
type 1
ac 0
maxhp 30
can_use_armour 0
body_finger 3
body_arm 2
body_neck 1
end
Object ascetic_class
name ascetic
type 37
can_use_weapon 1
end
Object skill_claws
skill claws
type 43
subtype 31
dam 3
wc 1
wc_increase_rate 2
last_sp 4
attacktype 4
invisible 1
end
Object gravestone
name gravestone
face post.111
type 98
weight 200000
end
Object ring
name ring
face milk.111
type 70
body_finger -1
weight 1
end
Object bracers
name bracers
face milk.111
type 104
body_wrist -2
weight 1
end
Object gauntlets
name gauntlets
face milk.111
type 100
body_hand -2
weight 1
end
Object targe
name targe
face milk.111
type 33
body_arm -1
ac 1
weight 1
end
Object plate
name plate
face milk.111
type 16
body_torso -1
last_sp 5
weight 1
end
Object greatsword
name greatsword
face milk.111
type 15
body_arm -2
skill cudgels
dam 10
slaying dragon,cat
weight 1
end
Object relic
name relic
face milk.111
type 70
item_power 2
body_finger -1
weight 1
end
Object crossbow
name crossbow
face milk.111
type 14
race crossbow bolts
body_arm -2
weight 1
end
Object quarrel
name quarrel
name_pl quarrels
face milk.111
type 13
race crossbow bolts
nrof 1
weight 1
end
Object restorative
name restorative
face milk.111
type 5
attacktype 65536
weight 1
end
Object sack
name sack
type 122
container 100000
Str 40
weight 100
value 50
material 128
end
Object anvil
name anvil
type 60
weight 60000
end
Object symbol
name symbol
type 74
skill praying
resist_magic 30
hp 1
sp 2
path_attuned 524290
item_power 1
body_skill -1
weight 1000
end
