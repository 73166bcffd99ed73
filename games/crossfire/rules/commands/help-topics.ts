// [CF-9.5]

export const helpTopics: { readonly [topic: string]: string } = {
  fighting:
    'Walk into a monster to attack it. Hit points regenerate slowly: rest in a bed, eat, or drink a potion. Armour reduces ' +
    'damage, and your weapon decides how much you deal. Flee in time. See also: death, shooting.',
  shooting:
    'Apply a bow, and carry arrows. fire 3 shoots east until fire_stop; clients send both while you hold a key. ' +
    'throw NAME throws a thing from your inventory. rotateshoottype selects what fire uses.',
  magic:
    'spells lists the spells that you know. cast NAME readies a bolt for fire, or casts a spell that needs no aim; invoke ' +
    'casts in the direction that you face. Spells cost spell points, prayers cost grace. Pray to regain grace, best in a ' +
    'temple. Spellbooks teach new spells if your skill level is high enough.',
  learning: 'Using a skill improves it. The command skills lists yours; use_skill and ready_skill use them.',
  things:
    'take picks up, drop drops, apply wears, wields, eats, drinks, reads or opens. Step on a chest and apply it to see its ' +
    'contents. drop all keeps what you lock in your client. inventory lists what you carry, body what you wear.',
  shops:
    'Pick up wares from the shop floor, and pay with pay or by walking out. You sell what you drop there. ' +
    'examine shows the price.',
  food: 'You get hungry, and eat automatically when starving, if you carry food. Inns and shops sell it.',
  night: 'A day lasts half an hour. At night and below ground, apply a torch or a lamp, or cast light.',
  death:
    'When you die you respawn at the last bed that you applied. You keep your things and lose a tenth of your experience. ' +
    'Without a bed you respawn in the temple or, in an imported world, at the starting position.',
  talking:
    'say reaches players near you, shout and chat reach all players, and tell NAME reaches one; reply answers them. listen ' +
    '0 to 10 sets how much you hear. There are some fifty emotes, such as nod, wave NAME and laugh. afk marks you as away.',
  newcomer:
    'Walk with the arrow keys. apply uses the thing under you, and take picks it up; your client has keys for both. Read ' +
    'the signs on the square to find your way, buy bread, and talk to people: say hello.',
}
