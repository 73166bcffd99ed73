# People who talk. Keywords match anywhere in what a player says, in any case; * is the default.

Object guard
name_pl guards
face guard_south.111
animation guard
type 80
alive 1
monster 1
unaggressive 1
msg
@match wolf
They come down from the Greywood at night. East of the gate. Do not go with a dagger and a grin.
@match goblin
They sit in the barrow like rats in a cellar. And under them is what they are afraid of.
@match barrow
South-east, behind the graves. Take a torch.
@match *
Keep the peace, and the peace keeps you. Mind the wolves.
endmsg
packetboat_guardStats {"wc":6,"damage":14,"speed":0.4,"sightRange":8}
arch event_say
type 116
subtype 6
title Python
slaying /python/dialog/npc_dialog.py
name guard.msg
end
end

Object innkeeper
name_pl innkeepers
face innkeeper.111
type 80
alive 1
monster 1
unaggressive 1
msg
@match room
The beds are free. Lie down, and this is where you wake when things go badly.
@match food
Bread, cheese, and a brew that has killed nobody yet. All on the floor there: pick it up and it is yours.
@match key
A goblin took it off its hook, bold as you like, and ran for the barrow. Iron, it was.
@match cellar
Rats. I locked it and left them to it. The treasure goes to the brave.
@match *
Welcome to the Leaning Post! Ask me for a room, for food, or about the cellar.
endmsg
packetboat_shop {"tradedRoles":["food"],"payPercent":40}
arch event_say
type 116
subtype 6
title Python
slaying /python/dialog/npc_dialog.py
name innkeeper.msg
end
end

Object smith
name_pl smiths
face smith.111
type 80
alive 1
monster 1
unaggressive 1
msg
@match sword
Good steel. It hits hard and it stays in your hand. You want more?
@match mail
Heavy, I know. So is a goblin club.
@match *
Pick up what you want and walk out with your purse lighter. I buy iron too, if it still has an edge.
endmsg
packetboat_shop {"tradedRoles":["weapon","armour","launcher","missile"],"payPercent":50}
end

Object shopkeeper
name_pl shopkeepers
face shopkeeper.111
type 80
alive 1
monster 1
unaggressive 1
msg
@match sell
Drop it on my floor. If I like it I pay for it, and I like nearly everything.
@match spell
Those books cost what they cost. Learning is dear.
@match *
Odds and ends, ends and odds! Pick it up, and pay at the door.
endmsg
packetboat_shop {"payPercent":45}
end

Object market_warden
name market warden
name_pl market wardens
face shopkeeper.111
type 80
alive 1
monster 1
unaggressive 1
msg
@match *
Everybody's wares, at everybody's prices. Say market, and I explain how.
endmsg
arch event_say
type 116
subtype 6
title Python
slaying /python/packetboat/market.py
name hollowford
end
end

Object priestess
name_pl priestesss
face priest_south.111
animation priest
type 80
alive 1
monster 1
unaggressive 1
msg
@match pray
Kneel on the marble and pray. It gives back what spells of healing have taken.
@match heal
Pray here, or buy a book and learn to do it yourself.
@match bone
There was a lord once who would not lie down. He still does not.
@match *
Peace on you. The altar is for everybody.
endmsg
arch event_say
type 116
subtype 6
title Python
slaying /python/dialog/npc_dialog.py
name priestess.msg
end
end

Object elder
name_pl elders
face elder.111
type 80
alive 1
monster 1
unaggressive 1
msg
@match crown
The dead lord wears it still, below the barrow. Bring it out, and the dead will sleep.
@match barrow
Two floors. Goblins keep the upper one, and the key to the lower. Their chief wears purple, as thieves will.
@match secret
Old walls have old doors. Search along them where a room should be.
@match *
Sit. Ask me about the barrow, the crown, or secrets.
endmsg
arch event_say
type 116
subtype 6
title Python
slaying /python/dialog/npc_dialog.py
name elder.msg
end
end

Object villager
name_pl villagers
face villager.111
type 80
alive 1
monster 1
unaggressive 1
msg
@match wolf
My sister lost a goat to them. And the fence.
@match elder
She lives west of the square, by the pond. She knows about the barrow.
@match *
Fine day. When it is not night.
endmsg
packetboat_ticksPerStep 25
end

Object goodwife
name_pl goodwifes
face villager.112
type 80
alive 1
monster 1
unaggressive 1
msg
@match apple
From the tree behind the house. Take one if you are hungry.
@match *
Wipe your boots!
endmsg
packetboat_ticksPerStep 40
arch event_say
type 116
subtype 6
title Python
slaying /python/dialog/npc_dialog.py
name goodwife.msg
end
end

Object child
name_pl children
face child.111
type 80
alive 1
monster 1
unaggressive 1
msg
@match secret
I know a wall that is no wall! In the barrow. My brother said so.
@match *
Are you going to fight something? Can I see?
endmsg
packetboat_ticksPerStep 12
end

Object hermit
name_pl hermits
face villager.111
type 80
alive 1
monster 1
unaggressive 1
msg
@match lake
There is a ring on the island, they say. I have never seen a ring. I have seen a lot of lake.
@match *
Quiet here. It was.
endmsg
packetboat_ticksPerStep 30
arch event_say
type 116
subtype 6
title Python
slaying /python/dialog/npc_dialog.py
name hermit.msg
end
end

Object ferryman
name_pl ferrymen
face villager.111
type 80
alive 1
monster 1
unaggressive 1
msg
@match mill
North-east, where the water stands in the rooms. Nobody grinds there now.
@match water
It goes up, it goes down. This year it went up.
@match *
No ferry today. The far bank is not where it was. Ask me about the mill, or the hag.
endmsg
arch event_say
type 116
subtype 6
title Python
slaying /python/dialog/npc_dialog.py
name ferryman.msg
end
end

Object foreman
name_pl foremen
face smith.111
type 80
alive 1
monster 1
unaggressive 1
msg
@match hall
They dug for star iron and struck something that was already mining. North, through the iron door.
@match king
Do not go alone. I say that to everybody, and everybody goes alone once.
@match *
Mind the loose stone. Ask me about iron, the halls, or their king.
endmsg
arch event_say
type 116
subtype 6
title Python
slaying /python/dialog/npc_dialog.py
name foreman.msg
end
end
