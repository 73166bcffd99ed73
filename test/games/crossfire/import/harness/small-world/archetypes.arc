# a comment
Object map
type 0
end
Object meadow
name meadow
name_pl meadows
face meadow.111
is_floor 1
no_pick 1
type 67
end
Object hedge
name hedge
face hedge.111
type 77
move_block all
blocksview 1
no_pick 1
end
Object tower
name tower
face tower.111
animation tower
msg
It leans.

 Two lines of it.
endmsg
editable 7
end
More
Object tower_2
face tower.111
x 1
end
More
Object tower_3
face tower.111
y 1
end
Object stair
name stair
face stair.111
type 66
no_pick 1
end
Object post
name post
face post.111
type 98
no_pick 1
end
Object cat
name cat
face cat.131
type 0
alive 1
monster 1
speed 0.2
hp 3
end
Object milk
name bowl of milk
identified 1
name_pl bowls of milk
face milk.111
type 54
food 20
nrof 1
weight 300
value 4
end
Object crate
name crate
face crate.111
type 122
weight 2000
container 50000
end
Object lever
name lever
face post.111
type 93
no_pick 1
activate_on_push 1
activate_on_release 1
end
Object handle
name handle
face post.111
type 27
no_pick 1
exp 10
end
Object grate
name grate
face hedge.111
animation tower
type 91
no_pick 1
move_block all
wc 6
dam 5
activate_on_push 1
activate_on_release 1
end
Object hatch
name hatch
face hedge.111
type 26
no_pick 1
move_block all
wc 6
maxhp 10
speed 0.5
activate_on_push 1
end
Object plate
name plate
face post.111
type 92
no_pick 1
weight 1
activate_on_push 1
activate_on_release 1
end
Object knob
name knob
face post.111
type 30
no_pick 1
weight 1
exp 10
end
Object dais
name dais
face post.111
type 17
no_pick 1
slaying player
end
Object board
name board
face post.111
type 18
no_pick 1
slaying milk
food 2
msg
Thank you.
endmsg
end
Object tray
name tray
face post.111
type 31
no_pick 1
slaying milk
food 1
exp 10
end
Object well
name well
face post.111
type 94
no_pick 1
wc 3
activate_on_push 1
activate_on_release 1
end
Object flap
name flap
face post.111
type 95
no_pick 1
weight 60000
end
Object ring_of_stones
name ring of stones
face post.111
type 41
no_pick 1
speed 0.5
activate_on_push 1
end
Object current
name current
face post.111
type 40
no_pick 1
invisible 1
sp 3
speed 1
level 1
attacktype 1
end
Object warden
name warden
face post.111
type 64
no_pick 1
invisible 1
last_sp 1
end
Object font
name font
face post.111
type 42
no_pick 1
invisible 1
other_arch milk
hp 2
activate_on_push 1
end
Object mirror
name mirror
face post.111
type 83
no_pick 1
invisible 1
other_arch milk
level 2
activate_on_push 1
end
Object dairy
name dairy
face post.111
type 103
no_pick 1
slaying milk
food 2
sp 1
other_arch crate
end
Object watch
name watch
face post.111
type 51
no_pick 1
slaying milk
sp 1
end
Object sponge
name sponge
face post.111
type 55
no_pick 1
invisible 1
speed 0.5
slaying been here
food 1000
msg
You are remembered.
endmsg
end
Object shell
name shell
face post.111
type 29
no_pick 1
invisible 1
msg
@match milk|cheese
Somewhere something moves.
endmsg
end
Object dart
name dart
face milk.111
type 101
subtype 5
attacktype 2
dam 3
invisible 1
end
Object slit
name slit
face hedge.111
type 62
no_pick 1
move_block all
direction 7
speed 0.5
other_arch dart
activate_on_push 1
end
Object vane
name vane
face post.111
type 112
no_pick 1
sp 1
end
Object mire
name mire
face meadow.111
type 138
no_pick 1
is_floor 1
end
Object lists
name lists
face meadow.111
type 58
no_pick 1
is_floor 1
hp 0
sp 8
end
Object embers
name embers
face meadow.111
type 102
no_pick 1
is_floor 1
attacktype 4
dam 500
speed 1
end
Object snare
name snare
face post.111
type 155
no_pick 1
invisible 1
attacktype 1
dam 4
hp 2
msg
It snaps shut!
endmsg
end
Object calmer
name calmer
face post.111
type 65
no_pick 1
invisible 1
last_sp 2
activate_on_push 1
end
Object provoker
name provoker
face post.111
type 65
no_pick 1
invisible 1
last_sp 1
speed 1
end
Object bank
name bank of earth
face hedge.111
type 45
no_pick 1
move_block all
blocksview 1
hp 20
end
