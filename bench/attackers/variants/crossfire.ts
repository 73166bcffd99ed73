import type { FromClient } from '../../../games/crossfire/protocol/packets/index.ts'
import { type AttackVariant, type AttackVariants, cyclePackets } from './variant.ts'

type Messages = AttackVariant<FromClient>['messages']
/** Each command has a packet number of its own, like the commands of current clients. */
const typed =
  (...texts: readonly string[]): Messages =>
  (nth) => [{ type: 'ncom', packet: nth % 256, repeat: -1, text: texts[nth % texts.length]! }]
const asked = (info: string, options?: string) =>
  cyclePackets<FromClient>({ type: 'requestinfo', info, ...(options !== undefined && { options }) })
const settings = (count: number) => Array.from({ length: count }, (_, n) => ({ key: `k${n}`, value: '1' }))
const sized = (mapsize: string): FromClient => ({
  type: 'setup',
  settings: [{ key: 'mapsize', value: mapsize }],
})
const long = 'x'.repeat(250)
/** A tag that one of the player's things may have. */
const tag = (nth: number) => 1 + ((nth * 7) % 4000)

export const crossfireVariants: AttackVariants<FromClient> = {
  hoard: { description: 'take all and drop all in turn', messages: typed('take all', 'drop all') },
  'hoard by name': {
    description: 'drop and take all things of one name',
    messages: typed('drop all e', 'take all e'),
  },
  dropall: { description: 'dropall and take all in turn', messages: typed('dropall', 'take all') },
  who: { description: 'who, whereabouts and mapinfo', messages: typed('who', 'whereabouts', 'mapinfo') },
  scores: { description: 'hiscore with and without a word', messages: typed('hiscore', 'hiscore a') },
  lists: {
    description: 'inventory, body, resistances, quests',
    messages: typed('inventory', 'body', 'resistances', 'quests'),
  },
  examine: {
    description: 'examine by name and by tag',
    messages: (nth) => (nth % 2 ? [{ type: 'examine', tag: tag(nth) }] : typed('examine all')(nth, nowhere)),
  },
  magicmap: { description: 'magicmap', messages: typed('magicmap') },
  shouts: {
    description: 'shouts of 250 letters, sent to all',
    messages: typed(`shout ${long}`, `chat ${long}`),
  },
  sayings: {
    description: 'sayings of 250 letters, and gestures',
    messages: typed(`say ${long}`, `me ${long}`),
  },
  'to one': {
    description: 'tell and reply to one player',
    messages: typed(`tell honesta ${long}`, `reply ${long}`),
  },
  settings: {
    description: 'setup with 300 unknown settings',
    messages: cyclePackets({ type: 'setup', settings: settings(300) }),
  },
  resize: {
    description: 'setup of the largest and a small map in turn',
    messages: cyclePackets(sized('25x25'), sized('9x9')),
  },
  redraw: { description: 'mapredraw', messages: cyclePackets({ type: 'mapredraw' }) },
  'face modes': {
    description: 'setfacemode, after which all pictures are sent again',
    messages: cyclePackets({ type: 'setfacemode', mode: 0 }, { type: 'setfacemode', mode: 2 }),
  },
  'image info': {
    description: 'requestinfo image_info: a checksum of all pictures',
    messages: asked('image_info'),
  },
  'image sums': {
    description: 'requestinfo image_sums of 200 pictures',
    messages: asked('image_sums', '1 200'),
  },
  infos: {
    description: 'requestinfo of the other kinds',
    messages: (nth) =>
      asked(['exp_table', 'skill_info', 'spell_paths', 'race_list', 'newcharinfo', 'startingmap'][nth % 6]!)(
        nth,
      ),
  },
  smooth: {
    description: 'asksmooth of every face',
    messages: (nth) => [{ type: 'asksmooth', face: 1 + (nth % 400) }],
  },
  look: {
    description: 'lookat of every visible cell',
    messages: (nth) => [{ type: 'lookat', dx: (nth % 11) - 5, dy: (nth % 7) - 3 }],
  },
  moves: {
    description: 'move of tags of any owner',
    messages: (nth) => [{ type: 'move', to: 0, tag: tag(nth), nrof: nth % 3 }],
  },
  locks: {
    description: 'lock and mark of tags of any owner',
    messages: (nth) =>
      nth % 2 ? [{ type: 'lock', locked: true, tag: tag(nth) }] : [{ type: 'mark', tag: tag(nth) }],
  },
  applies: {
    description: 'apply of tags of any owner',
    messages: (nth) => [{ type: 'apply', tag: tag(nth) }],
  },
  walk: {
    description: 'steps in a ring, without a pause',
    messages: typed('east', 'south', 'west', 'north'),
  },
  run: { description: 'run and run_stop in turn', messages: typed('run 3', 'run_stop') },
  fire: { description: 'fire and fire_stop in turn', messages: typed('fire 3', 'fire_stop') },
  magic: {
    description: 'cast and invoke of unknown spells',
    messages: typed('cast small fireball', 'invoke magic bullet'),
  },
  skills: {
    description: 'use_skill of four skills',
    messages: (nth) =>
      typed(`use_skill ${['searching', 'praying', 'literacy', 'alchemy'][nth % 4]}`)(nth, nowhere),
  },
  parties: {
    description: 'parties formed and left',
    messages: (nth) => typed(`party form p${nth % 50}`, 'party list', 'party leave')(nth, nowhere),
  },
  titles: {
    description: 'changing titles, which are stored',
    messages: (nth) => typed(`title ${nth}`)(nth, nowhere),
  },
  nonsense: { description: 'unknown commands', messages: typed(long, '\x01\x02', `${long} ${long}`) },
  help: {
    description: 'help, motd, news and rules',
    messages: typed('help', 'help say', 'help skills', 'motd', 'news', 'rules'),
  },
}

const nowhere = { x: 0, y: 0 }
