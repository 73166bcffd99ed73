# Money, gems, food, potions, books, tools, keys and containers. A silver coin is worth ten copper coins, a gold coin a hundred.

Object coin_copper
name copper coin
name_pl copper coins
face coin_copper.111
type 36
client_type 2001
weight 5
value 1
nrof 1
end

Object coin_silver
name silver coin
name_pl silver coins
face coin_silver.111
type 36
client_type 2001
weight 5
value 10
nrof 1
end

Object coin_gold
name gold coin
name_pl gold coins
face coin_gold.111
type 36
client_type 2001
weight 5
value 100
nrof 1
end

Object ruby
name_pl rubies
face ruby.111
type 60
client_type 2005
weight 20
value 2500
nrof 1
end

Object sapphire
name_pl sapphires
face sapphire.111
type 60
client_type 2005
weight 20
value 2000
nrof 1
end

Object emerald
name_pl emeralds
face emerald.111
type 60
client_type 2005
weight 20
value 1500
nrof 1
end

Object diamond
name_pl diamonds
face diamond.111
type 60
client_type 2005
weight 20
value 6000
nrof 1
end

Object bread
name loaf of bread
name_pl loaves of bread
face bread.111
type 6
client_type 601
weight 500
value 6
nrof 1
food 150
end

Object apple
name_pl apples
face apple.111
type 6
client_type 601
weight 150
value 2
nrof 1
food 50
end

Object cheese
name piece of cheese
name_pl pieces of cheese
face cheese.111
type 6
client_type 601
weight 400
value 8
nrof 1
food 120
end

Object meat
name piece of meat
name_pl pieces of meat
face meat.111
type 6
client_type 601
weight 900
value 12
nrof 1
food 250
end

Object mushroom
name_pl mushrooms
face mushroom.111
type 6
client_type 601
weight 60
value 3
nrof 1
food 30
msg
Red, with white spots.
endmsg
end

Object booze
name_pl boozes
face booze.111
type 54
client_type 611
weight 1000
value 5
nrof 1
food 40
end

Object waterskin
name_pl waterskins
face waterskin.111
type 54
client_type 611
weight 900
value 4
nrof 1
food 60
end

Object wolf_meat
name wolf meat
name_pl pieces of wolf meat
face meat.111
type 6
client_type 601
weight 1200
value 5
nrof 1
food 180
end

Object potion_healing
name potion of healing
name_pl potions of healing
face potion_red.111
type 5
client_type 651
weight 400
value 250
nrof 1
known_magical 1
packetboat_role potion
packetboat_spell heal
packetboat_food 10
end

Object potion_power
name potion of power
name_pl potions of power
face potion_blue.111
type 5
client_type 651
weight 400
value 350
nrof 1
known_magical 1
packetboat_role potion
packetboat_spell restore_power
packetboat_food 10
end

Object potion_antidote
name antidote
name_pl antidotes
face potion_green.111
type 5
client_type 651
weight 400
value 120
nrof 1
known_magical 1
packetboat_role potion
packetboat_spell cure_poison
packetboat_food 10
end

Object scroll_fire_bolt
name scroll of fire bolt
name_pl scrolls of fire bolt
face scroll.111
type 111
client_type 1021
weight 100
value 150
nrof 1
known_magical 1
packetboat_role scroll
packetboat_spell fire_bolt
packetboat_level 3
end

Object scroll_heal
name scroll of healing
name_pl scrolls of healing
face scroll.111
type 111
client_type 1021
weight 100
value 180
nrof 1
known_magical 1
packetboat_role scroll
packetboat_spell heal
packetboat_level 4
end

Object scroll_home
name scroll of the way home
name_pl scrolls of the way home
face scroll.111
type 111
client_type 1021
weight 100
value 400
nrof 1
known_magical 1
packetboat_role scroll
packetboat_spell way_home
packetboat_level 1
end

Object book_magic_missile
name spellbook of magic missile
name_pl spellbooks of magic missile
face spellbook.111
type 85
client_type 1001
weight 1500
value 600
known_magical 1
packetboat_role spellbook
packetboat_spell magic_missile
packetboat_level 1
end

Object book_fire_bolt
name spellbook of fire bolt
name_pl spellbooks of fire bolt
face spellbook.111
type 85
client_type 1001
weight 1500
value 1500
known_magical 1
packetboat_role spellbook
packetboat_spell fire_bolt
packetboat_level 2
end

Object book_frost_bolt
name spellbook of frost bolt
name_pl spellbooks of frost bolt
face spellbook.111
type 85
client_type 1001
weight 1500
value 2500
known_magical 1
packetboat_role spellbook
packetboat_spell frost_bolt
packetboat_level 4
end

Object book_heal
name prayer book of healing
name_pl prayer books of healing
face spellbook.111
type 85
client_type 1002
weight 1500
value 800
known_magical 1
packetboat_role spellbook
packetboat_spell heal
packetboat_level 1
end

Object wand_magic_missile
name wand of magic missile
name_pl wands of magic missile
face wand.111
type 109
client_type 711
weight 500
value 1800
known_magical 1
packetboat_role wand
packetboat_spell magic_missile
packetboat_level 3
packetboat_charges [8,20]
end

Object wand_frost_bolt
name wand of frost bolt
name_pl wands of frost bolt
face wand.111
type 109
client_type 711
weight 500
value 4500
known_magical 1
packetboat_role wand
packetboat_spell frost_bolt
packetboat_level 5
packetboat_charges [4,10]
end

Object book
name_pl books
face book.111
type 8
client_type 1041
weight 1500
value 20
end

Object note
name_pl notes
face note.111
type 8
client_type 1041
weight 20
value 1
end

Object talisman
name evoker's talisman
name_pl evoker's talismans
face talisman.111
type 74
client_type 451
weight 600
value 500
skill evocation
end

Object holy_symbol
name holy symbol
name_pl holy symbols
face holy_symbol.111
type 74
client_type 451
weight 600
value 500
skill praying
end

Object torch
name_pl torches
face torch.111
type 82
client_type 461
weight 700
value 5
nrof 1
glow_radius 3
food 5000
end

Object key_crypt
name golden key
name_pl golden keys
face key.111
type 21
client_type 801
weight 60
slaying crypt
msg
Its bow is a crown of bones.
endmsg
end

Object key_cellar
name iron key
name_pl iron keys
face key.112
type 21
client_type 801
weight 80
slaying cellar
end

Object bag
name_pl bags
face bag.111
type 122
client_type 51
weight 400
value 60
container 25000
end

Object quiver
name_pl quivers
face quiver.111
type 122
client_type 60
weight 300
value 80
container 4000
packetboat_acceptedRole missile
end

Object chest
name_pl chests
face chest_closed.111
type 122
client_type 51
no_pick 1
container 100000
packetboat_layer item
packetboat_opened chest_open.111
end

Object pelt
name wolf pelt
name_pl wolf pelts
face pelt.111
type 73
client_type 461
weight 2500
value 90
nrof 1
end

Object rat_tail
name rat tail
name_pl rat tails
face pelt.111
type 73
client_type 461
weight 30
value 3
nrof 1
end

Object bone
name old bone
name_pl old bones
face bones.111
type 73
client_type 461
weight 400
value 2
nrof 1
end

Object crown
name crown of bones
name_pl crowns of bones
face amulet.111
type 73
client_type 461
weight 1200
value 12000
known_magical 1
end

Object ledger
name miller's ledger
name_pl miller's ledgers
face book.111
type 73
client_type 1041
weight 900
value 10
nrof 1
msg
Flour and debts. The last page says only: it came up the wheel.
endmsg
end

Object hag_lantern
name hag's lantern
name_pl hag's lanterns
face torch.111
type 73
client_type 461
weight 1200
value 400
nrof 1
msg
It burns green, and there is nothing in it.
endmsg
end

Object star_iron
name lump of star iron
name_pl lumps of star iron
face sapphire.111
type 73
client_type 461
weight 3000
value 120
nrof 1
end

Object ember_heart
name ember heart
name_pl ember hearts
face ruby.111
type 73
client_type 461
weight 1500
value 800
nrof 1
msg
Warm, and it beats when nobody is looking.
endmsg
end

Object letter
name sealed letter
name_pl sealed letters
face note.111
type 73
client_type 1041
weight 20
value 1
nrof 1
msg
To the foreman at the Ember Crags. The seal is a pond with a moon in it.
endmsg
end
