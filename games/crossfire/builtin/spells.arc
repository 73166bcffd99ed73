# The spells of Hollowford. Append new ones only: the place of a spell is its number for clients, and that of its sound.
# packetboat_effect is its effect, in the form of model/definitions/spell.ts.

Object magic_missile
name magic missile
face magic_missile_northeast.111
type 101
skill sorcery
level 1
sp 2
casting_time 4
path_attuned 16
packetboat_effect {"type":"bolt","attack":["magic"],"damage":8,"damagePerLevel":1,"range":10,"flightArchetype":"magic_missile"}
msg
Fires a dart that never misses.
endmsg
end

Object fire_bolt
name fire bolt
face fire_bolt_northeast.111
type 101
skill evocation
level 2
sp 5
casting_time 6
path_attuned 2
packetboat_effect {"type":"bolt","attack":["fire"],"damage":8,"damagePerLevel":1,"range":8,"flightArchetype":"fire_bolt","explosion":{"effectId":"burst","damage":6}}
msg
Fires a small ball of fire that explodes.
endmsg
end

Object frost_bolt
name frost bolt
face frost_northeast.111
type 101
skill evocation
level 4
sp 6
casting_time 6
path_attuned 4
packetboat_effect {"type":"bolt","attack":["cold"],"damage":16,"damagePerLevel":2,"range":10,"flightArchetype":"frost","explosion":{"effectId":"chill","damage":3}}
msg
Fires a lance of ice.
endmsg
end

Object heal
name minor healing
face heal.111
type 101
skill praying
level 1
grace 4
casting_time 8
path_attuned 256
packetboat_effect {"type":"heal","hp":[5,10],"perLevel":2}
msg
Heals the caster.
endmsg
end

Object protection
name protection
face shield.111
type 101
skill praying
level 1
grace 5
casting_time 6
path_attuned 1
packetboat_effect {"type":"lasting","name":"protection","seconds":60,"secondsPerLevel":20,"strength":10,"perLevel":2,"maxStrength":40}
msg
Protects you for a while: attacks miss more often and do less damage.
endmsg
end

Object create_food
name create food
face bread.111
type 101
subtype 22
skill praying
level 3
grace 8
casting_time 10
path_attuned 2048
packetboat_effect {"type":"food"}
msg
Creates food: apple, bread (default), cheese, meat or booze.
endmsg
end

Object cure_poison
name cure poison
face potion_green.111
type 101
skill praying
level 2
grace 5
casting_time 6
path_attuned 256
packetboat_effect {"type":"cure"}
msg
Cures poison.
endmsg
end

Object light
name light
face torch.111
type 101
skill sorcery
level 1
sp 2
casting_time 5
path_attuned 524288
packetboat_effect {"type":"lasting","name":"light","seconds":180,"secondsPerLevel":60,"strength":4,"perLevel":1,"maxStrength":6}
msg
Lights your surroundings for a while.
endmsg
end

Object way_home
name way home
face puff.111
type 101
skill sorcery
level 4
sp 12
casting_time 10
path_attuned 4096
packetboat_effect {"type":"lasting","name":"way_home","seconds":12,"secondsPerLevel":0,"strength":1,"perLevel":0,"maxStrength":1}
msg
Teleports you to your respawn point after a short delay.
endmsg
end

Object restore_power
name restore power
face potion_blue.111
type 101
level 1
casting_time 1
packetboat_effect {"type":"power","sp":[15,30]}
msg
Restores spell points.
endmsg
end
