// A browser client of other authors. The client sends the packets of the current GTK client as bytes, one in each
// WebSocket message, without a length prefix. The client logs in, drops a thing and picks it up.
import { expect, test } from 'vitest'
import { Town } from '../harness/room-harness.ts'

const bytes = (...parts: readonly (string | number)[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'number' ? [part] : [...Buffer.from(part, 'latin1')])),
  )
/** A string with a length byte. In `createplayer` the length includes a NUL. */
const short = (text: string) => [text.length, text]
const choice = (text: string) => [text.length + 1, text, 0]

test('[CF-1.1] a browser client of other authors, which sends one packet per message, logs in, sees the map and moves a thing', async () => {
  const town = await Town.open()
  const client = town.connect('today', { transport: 'websocket' })
  const says = (...parts: readonly (string | number)[]) => {
    client.peer.sendFrame(bytes(...parts))
    return client.look()
  }
  const types = (received: readonly { readonly type: string }[]) => received.map(({ type }) => type)
  // Each message is one whole packet. `look` decodes each packet to its last byte.
  says('version 1023 1029 Crossfire Web Client')
  const agreed = says(
    'setup map2cmd 1 tick 1 sound2 3 darkness 1 spellmon 1 spellmon 2 faceset 0 facecache 0 ',
    'want_pickup 1 loginmethod 2 newmapcmd 1 extendedTextInfos 1 notifications 2',
  )
  expect(types(agreed)).toContain('setup')
  for (const info of ['skill_info 1', 'exp_table', 'motd', 'news', 'rules', 'image_info'])
    expect(types(says(`requestinfo ${info}`))).toContain('replyinfo')
  says('setup mapsize 25x9')
  client.width = 25
  client.height = 9

  says('accountnew ', ...short('a web account'), ...short('secret'))
  expect(types(await town.passwordsChecked(client))).toContain('accountplayers')
  const received = says(
    'createplayer ',
    ...short('Webba'),
    ...short('secret'),
    ...choice('race human_player'),
  )
  const entered = types([...received, ...client.pass(500)])
  expect(entered).toEqual(expect.arrayContaining(['player', 'newmap', 'map2', 'item2', 'stats', 'image2']))
  expect(client.name).toBe('Webba')
  expect(client.cells.size).toBeGreaterThan(25)

  let packet = 0
  const does = (text: string) => {
    const number = ++packet
    const received = says('ncom ', 0, number, 255, 255, 255, 255, text)
    for (let ms = 0; ms < 3000 && !received.some((one) => one.type === 'comc'); ms += 10)
      received.push(...client.pass(10))
    expect(received).toContainEqual(expect.objectContaining({ type: 'comc', packet: number }))
    return types(received)
  }
  expect(does('south')).toContain('map2')
  does('say hello from elsewhere')
  expect(client.texts.at(-1)).toContain('hello from elsewhere')

  const thing = [...client.things.values()].find(({ location, nrof }) => location === client.tag && nrof > 1)!
  const lying = () =>
    [...client.things.values()].find(({ location, name }) => location === 0 && name === thing.name)
  says(`examine ${thing.tag}`)
  expect(client.texts.at(-1)).toContain('They weigh')
  says(`move 0 ${thing.tag} 1`)
  client.pass(500)
  expect(lying()?.nrof).toBe(1)
  says(`move ${client.tag} ${lying()!.tag} 0`)
  client.pass(500)
  expect([lying(), client.things.get(thing.tag)?.nrof]).toEqual([undefined, thing.nrof])
  const tag = [24, 16, 8, 0].map((bits) => (thing.tag >>> bits) & 0xff)
  says('mark ', ...tag)
  says('lock ', 1, ...tag)
  says('lookat 0 -1')
  says(`apply ${thing.tag}`)
  client.pass(1000)
  expect([client.peer.closed, town.faults]).toEqual([undefined, []])
})
