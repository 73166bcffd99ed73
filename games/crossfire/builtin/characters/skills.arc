# Skills, in the order of their numbers: append new ones only. subtype says what a skill does, as in Crossfire.
# The last nine are for things of owners' worlds whose archives have no skills.

Object skill_one_handed_weapon
skill one handed weapons
type 43
subtype 23
face sword.111
end

Object skill_two_handed_weapon
skill two handed weapons
type 43
subtype 37
face axe.111
end

Object skill_punching
skill punching
type 43
subtype 17
face gloves.111
end

Object skill_missile_weapon
skill missile weapons
type 43
subtype 24
face bow.111
end

Object skill_throwing
skill throwing
type 43
subtype 25
face dagger.111
end

Object skill_sorcery
skill sorcery
type 43
subtype 36
face staff.111
end

Object skill_evocation
skill evocation
type 43
subtype 35
face burst.111
end

Object skill_praying
skill praying
type 43
subtype 30
face holy_symbol.111
end

Object skill_searching
skill searching
type 43
subtype 15
exp 25
face torch.111
end

Object skill_bargaining
skill bargaining
type 43
subtype 9
face coin_gold.111
end

Object skill_smithery
skill smithery
type 43
subtype 3
face anvil.111
end

Object skill_bowyer
skill bowyer
type 43
subtype 4
face quiver.111
end

Object skill_jeweler
skill jeweler
type 43
subtype 5
face ring.111
end

Object skill_thaumaturgy
skill thaumaturgy
type 43
subtype 29
face wand.111
end

Object skill_literacy
skill literacy
type 43
subtype 8
face scroll.111
end

Object skill_alchemy
skill alchemy
type 43
subtype 6
face potion_blue.111
end

Object skill_woodsman
skill woodsman
type 43
subtype 21
face mushroom.111
end

Object skill_sense_magic
skill sense magic
type 43
subtype 11
face talisman.111
end

Object skill_sense_curse
skill sense curse
type 43
subtype 14
face amulet.111
end
