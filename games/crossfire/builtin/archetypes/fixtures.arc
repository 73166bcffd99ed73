# Fixtures: doors and stairs, trees, furniture.

Object door
name_pl doors
face door_closed.111
packetboat_role door
no_pick 1
move_block all
blocksview 1
packetboat_layer fixture
packetboat_openArchetype door_open
end

Object door_open
name open door
name_pl open doors
face door_open.111
no_pick 1
packetboat_role scenery
end

Object door_crypt
name locked door
name_pl locked doors
face door_locked.111
packetboat_role door
no_pick 1
move_block all
blocksview 1
packetboat_lock crypt
packetboat_layer fixture
packetboat_openArchetype door_open
msg
A heavy lock, and on it a crown of bones.
endmsg
end

Object door_cellar
name locked door
name_pl locked doors
face door_locked.111
packetboat_role door
no_pick 1
move_block all
blocksview 1
packetboat_lock cellar
packetboat_layer fixture
packetboat_openArchetype door_open
msg
The lock is bright with use.
endmsg
end

Object secret_wall_dungeon
name rough wall
name_pl rough walls
face wall_dungeon_0.111
packetboat_role door
no_pick 1
move_block all
blocksview 1
packetboat_openArchetype door
packetboat_secret true
packetboat_joins wall_dungeon
end

Object secret_wall_stone
name stone wall
name_pl stone walls
face wall_stone_0.111
packetboat_role door
no_pick 1
move_block all
blocksview 1
packetboat_openArchetype door
packetboat_secret true
packetboat_joins wall_stone
end

Object gate_closed
name gate
name_pl gates
face gate_closed.111
no_pick 1
move_block all
packetboat_role gate
packetboat_otherArchetype gate_open
end

Object gate_open
name open gate
name_pl open gates
face gate_open.111
no_pick 1
packetboat_role gate
packetboat_otherArchetype gate_closed
end

Object lever
name_pl levers
face lever.111
no_pick 1
packetboat_role lever
packetboat_pulled lever_pulled
end

Object lever_pulled
name lever
name_pl levers
face lever.112
no_pick 1
packetboat_role lever
packetboat_pulled lever
end

Object entrance
name door
name_pl doors
face front_plaster_door.111
type 66
no_pick 1
move_on walk
end

Object portal
name great door
name_pl great doors
face front_stone_door.111
type 66
no_pick 1
move_on walk
end

Object way_out
name way out
name_pl way outs
face door_open.111
type 66
no_pick 1
move_on walk
end

Object road
name_pl roads
face dirt.111
type 66
no_pick 1
move_on walk
end

Object path
name_pl paths
face grass.111
type 66
no_pick 1
move_on walk
end

Object cave_mouth
name cave
name_pl caves
face cave_mouth.111
type 66
no_pick 1
move_on walk
end

Object stairs_up
name stairs up
name_pl stairs ups
face stairs_up.111
type 66
no_pick 1
end

Object stairs_down
name stairs down
name_pl stairs downs
face stairs_down.111
type 66
no_pick 1
end

Object ladder
name_pl ladders
face ladder.111
type 66
no_pick 1
end

Object trapdoor
name_pl trapdoors
face trapdoor.111
type 66
no_pick 1
end

Object tree
name_pl trees
face tree.111
no_pick 1
move_block all
blocksview 1
packetboat_layer fixture
packetboat_role scenery
end

Object pine
name_pl pines
face tree.112
no_pick 1
move_block all
blocksview 1
packetboat_layer fixture
packetboat_role scenery
end

Object orchard_tree
name apple tree
name_pl apple trees
face tree.111
no_pick 1
move_block all
packetboat_role scenery
end

Object bush
name_pl bushs
face bush.111
no_pick 1
move_block all
packetboat_role scenery
end

Object stump
name_pl stumps
face stump.111
no_pick 1
packetboat_role scenery
end

Object boulder
name_pl boulders
face boulder.111
no_pick 1
move_block all
packetboat_role scenery
end

Object fence
name_pl fences
face fence.111
no_pick 1
move_block all
packetboat_role scenery
end

Object flowers
face flowers.111
no_pick 1
packetboat_layer decoration
packetboat_role scenery
end

Object reeds
face reeds.111
no_pick 1
packetboat_layer decoration
packetboat_role scenery
end

Object lamp_post
name lamp
name_pl lamps
face lamp_post.111
no_pick 1
move_block all
glow_radius 4
packetboat_role scenery
end

Object statue
name_pl statues
face statue.111
no_pick 1
move_block all
packetboat_role scenery
end

Object gravestone
name_pl gravestones
face gravestone.111
no_pick 1
move_block all
packetboat_role scenery
end

Object bones
face bones.111
no_pick 1
packetboat_layer decoration
packetboat_role scenery
end

Object sign
name_pl signs
face sign.111
type 98
client_type 25021
no_pick 1
end

Object fountain
name_pl fountains
face fountain.111
animation fountain
anim_speed 2
no_pick 1
move_block all
packetboat_role fountain
end

Object shield_inn
name sign of the inn
name_pl sign of the inns
face shield_inn.111
type 98
client_type 25021
no_pick 1
end

Object shield_smithy
name sign of the smithy
name_pl sign of the smithys
face shield_smithy.111
type 98
client_type 25021
no_pick 1
end

Object shield_shop
name sign of the shop
name_pl sign of the shops
face shield_shop.111
type 98
client_type 25021
no_pick 1
end

Object shield_temple
name sign of the temple
name_pl sign of the temples
face shield_temple.111
type 98
client_type 25021
no_pick 1
end

Object counter
name_pl counters
face counter.111
no_pick 1
move_block all
packetboat_role scenery
end

Object table
name_pl tables
face table.111
no_pick 1
move_block all
packetboat_role scenery
end

Object chair
name_pl chairs
face chair.111
no_pick 1
packetboat_role scenery
end

Object bookshelf
name_pl bookshelfs
face bookshelf.111
no_pick 1
move_block all
packetboat_role scenery
end

Object anvil
name_pl anvils
face anvil.111
no_pick 1
move_block all
packetboat_role scenery
end

Object barrel
name_pl barrels
face barrel.111
no_pick 1
move_block all
packetboat_role scenery
end

Object crate
name_pl crates
face crate.111
no_pick 1
move_block all
packetboat_role scenery
end

Object hearth
name fire
name_pl fires
face fire.111
animation fire
anim_speed 2
no_pick 1
move_block all
glow_radius 4
packetboat_role scenery
end

Object torch_wall
name torch
name_pl torchs
face torch.111
animation torch
anim_speed 2
no_pick 1
glow_radius 5
packetboat_role scenery
end

Object bed
name_pl beds
face bed.111
type 106
no_pick 1
end

Object altar
name_pl altars
face altar.111
type 56
no_pick 1
move_block all
glow_radius 2
end

Object notice_board
name notice board
name_pl notice boards
face sign.111
type 98
client_type 25021
no_pick 1
msg
Say list to read, write WORDS to leave a notice, remove NUMBER to take yours down.
Companions sought, things for sale, debts forgiven.
endmsg
arch event_say
type 116
subtype 6
title Python
slaying /python/IPO/board.py
name hollowford
end
end
