# Missiles in flight and brief effects; none of them is stored.

Object fire_bolt
name fire bolt
name_pl fire bolts
face fire_bolt_north.111
no_pick 1
glow_radius 3
packetboat_layer effect
packetboat_role effect
end

Object magic_missile
name magic missile
name_pl magic missiles
face magic_missile_north.111
no_pick 1
glow_radius 2
packetboat_layer effect
packetboat_role effect
end

Object frost
name bolt of frost
name_pl bolt of frosts
face frost_north.111
no_pick 1
glow_radius 2
packetboat_layer effect
packetboat_role effect
end

Object flying_arrow
name arrow
name_pl arrows
face arrow_north.111
no_pick 1
packetboat_layer effect
packetboat_role effect
end

Object burst
name burst of fire
name_pl burst of fires
face burst.111
animation burst
anim_speed 2
no_pick 1
glow_radius 4
packetboat_layer effect
packetboat_role effect
end

Object chill
name burst of cold
name_pl burst of colds
face chill.111
animation chill
anim_speed 2
no_pick 1
glow_radius 2
packetboat_layer effect
packetboat_role effect
end

Object heal
name healing light
name_pl healing lights
face heal.111
animation heal
anim_speed 2
no_pick 1
glow_radius 2
packetboat_layer effect
packetboat_role effect
end

Object puff
name puff of smoke
name_pl puff of smokes
face puff.111
animation puff
anim_speed 2
no_pick 1
packetboat_layer effect
packetboat_role effect
end

Object hit
name blow
name_pl blows
face hit.111
no_pick 1
packetboat_layer effect
packetboat_role effect
end
