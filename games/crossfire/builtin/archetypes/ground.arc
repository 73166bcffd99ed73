# Ground, walls and roofs.

Object grass
face grass.111
type 67
no_pick 1
is_floor 1
end

Object grass_tufted
name grass
face grass.112
type 67
no_pick 1
is_floor 1
end

Object meadow
face grass.113
type 67
no_pick 1
is_floor 1
end

Object flagstone
name flagstones
face flagstone.111
type 67
no_pick 1
is_floor 1
end

Object flagstone_worn
name flagstones
face flagstone.112
type 67
no_pick 1
is_floor 1
end

Object floor_wood
name floor
face floor_wood.111
type 67
no_pick 1
is_floor 1
end

Object dirt
name road
face dirt.111
type 67
no_pick 1
is_floor 1
end

Object floor_dungeon
name floor
face floor_dungeon.111
type 67
no_pick 1
is_floor 1
end

Object floor_cracked
name floor
face floor_dungeon.112
type 67
no_pick 1
is_floor 1
end

Object sand
face sand.111
type 67
no_pick 1
is_floor 1
end

Object floor_shop
name shop floor
face floor_shop.111
type 68
no_pick 1
is_floor 1
end

Object floor_marble
name marble floor
face floor_marble.111
type 67
no_pick 1
is_floor 1
packetboat_holy true
end

Object rug
face rug.111
type 67
no_pick 1
is_floor 1
end

Object water
face water.111
animation water
anim_speed 6
type 67
no_pick 1
move_block all
is_floor 1
packetboat_swims true
end

Object wall_stone
name stone wall
name_pl stone walls
face wall_stone_0.111
type 77
no_pick 1
move_block all
blocksview 1
packetboat_joins wall_stone
end

Object wall_wood
name wooden wall
name_pl wooden walls
face wall_wood_0.111
type 77
no_pick 1
move_block all
blocksview 1
packetboat_joins wall_wood
end

Object wall_dungeon
name rough wall
name_pl rough walls
face wall_dungeon_0.111
type 77
no_pick 1
move_block all
blocksview 1
packetboat_joins wall_dungeon
end

Object roof_red
name roof
name_pl roofs
face roof_red_2.111
type 77
no_pick 1
move_block all
packetboat_layer wall
packetboat_joins roof_red
end

Object roof_slate
name slate roof
name_pl slate roofs
face roof_slate_2.111
type 77
no_pick 1
move_block all
packetboat_layer wall
packetboat_joins roof_slate
end

Object front_plaster
name house
name_pl houses
face front_plaster.111
type 77
no_pick 1
move_block all
packetboat_layer wall
end

Object front_plaster_window
name window
name_pl windows
face front_plaster_window.111
type 77
no_pick 1
move_block all
packetboat_layer wall
end

Object front_stone
name house
name_pl houses
face front_stone.111
type 77
no_pick 1
move_block all
packetboat_layer wall
end

Object front_stone_window
name window
name_pl windows
face front_stone_window.111
type 77
no_pick 1
move_block all
packetboat_layer wall
end
