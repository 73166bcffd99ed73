// Help texts by topic. [CF-9.5]

export const helpTopics: { readonly [topic: string]: string } = {
  fighting:
    'Walk into a monster to hit it. Hp come back slowly: rest in a bed, eat, drink a potion. What you wear softens blows, ' +
    'and what you wield decides how hard yours are. Run while you still can. See also: death, shooting.',
  shooting:
    'Apply a bow, and have arrows. fire 3 shoots east until fire_stop; clients do both for you with a key held down. ' +
    'throw NAME throws what lies in your pack. rotateshoottype goes through all that you could fire.',
  magic:
    'spells lists what you know. cast NAME readies a bolt for fire, or casts at once what needs no aim; invoke casts the ' +
    'way you face. Spells cost sp, prayers grace: pray for that, best in a temple. Books teach, if your skill is enough.',
  learning: 'What you use you learn. skills lists what you have, use_skill and ready_skill use it.',
  things:
    'take picks up, drop lays down, apply uses: it wears, wields, eats, drinks, reads, opens. Step on a chest and apply it ' +
    'to look inside. What your client locks, drop all leaves. inventory lists it, body tells what is worn where.',
  shops:
    'Take what lies on the shop floor: it is yours when you pay, or when you walk out, which pays too. What you drop there ' +
    'is sold. examine tells the price.',
  food: 'You grow hungry, and eat by yourself when starving, if you have something. Inns and shops sell more.',
  night:
    'A day is half an hour. At night, and below the earth, a torch helps: apply one. Lamps and spells of light do as well.',
  death:
    'Who dies wakes where he last lay in a bed, with all that he had and a tenth less experience; before his first bed in ' +
    'the temple, or, in a world that is not ours, where newcomers begin.',
  talking:
    'say is heard by who is near, shout and chat by everybody, tell NAME by one; reply answers. listen 0 to 10 is how much ' +
    'of it you hear. nod, wave, laugh and some fifty others show what you feel, or show it to NAME. afk tells who is away.',
  newcomer:
    'Arrows walk. a applies what you stand on, the comma picks it up. Read the signs on the square, which say what lies ' +
    'where, buy bread, and ask people for what they know: say hello.',
}
