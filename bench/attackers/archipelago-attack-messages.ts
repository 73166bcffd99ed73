// The packets of the attacks on Archipelago.

/** Creates the packets of a frame. `own`: locations of the attacker's slot. */
type CreatePackets = (own: readonly number[]) => readonly object[]

const times = <T>(count: number, make: (nth: number) => T): T[] =>
  Array.from({ length: count }, (_, nth) => make(nth))
const set = (key: string, ...operations: readonly (readonly [operation: string, value: unknown])[]) => ({
  cmd: 'Set',
  key,
  default: 0,
  operations: operations.map(([operation, value]) => ({ operation, value })),
})
const zeros = (count: number): number[] => times(count, () => 0)
const powers = [
  ['pow', 5000],
  ['mod', 7],
  ['or', 2],
] as const
const drowned = (units: number) => ({ cmd: 'Bounce', tags: ['Drowned'], data: 'x'.repeat(units) })

const attackMessages = {
  says: () => times(20_000, (nth) => ({ cmd: 'Say', text: `word ${nth}` })),
  bounce: () => [{ cmd: 'Bounce', tags: times(100_000, (nth) => `t${nth}`) }],
  data: () => [drowned(900_000)],
  received: () => [drowned(60_000)],
  deep: () => [
    set('deep', ['replace', [zeros(30_000)]]),
    set('deep', ...times(6000, (nth) => (nth % 2 ? (['pop', 0] as const) : (['mul', 2] as const)))),
  ],
  alike: () => [
    set('alike', ['replace', times(20, () => zeros(1000))]),
    set('alike', ...times(100, () => ['remove', [...zeros(999), 1]] as const)),
  ],
  powers: () => [set('power', ...times(2000, () => powers).flat())],
  digits: () => [set('digits', ...times(200, () => ['add', 'x'.repeat(4000)] as const), ['replace', 1])],
  repeated: (own) => [{ cmd: 'LocationScouts', locations: times(100_000, () => own[0]) }],
  hints: (own) =>
    times(2000, (nth) => ({ cmd: 'LocationScouts', locations: [own[nth % own.length]], create_as_hint: 1 })),
  hinted: (own) => [{ cmd: 'LocationScouts', locations: own, create_as_hint: 1 }],
  created: (own) => times(2000, () => ({ cmd: 'CreateHints', locations: own.slice(0, 50) })),
  statuses: () => times(20_000, (nth) => ({ cmd: 'StatusUpdate', status: 5 + (nth % 2) * 5 })),
  status: () => [{ cmd: 'StatusUpdate', status: zeros(200_000) }],
  updates: (own) =>
    times(12_000, (nth) => ({ cmd: 'UpdateHint', player: 1, location: own[0], status: (nth % 3) * 10 })),
  keys: () => [{ cmd: 'Get', keys: times(90_000, (nth) => `k${nth}`) }],
  values: () => [
    ...times(8, (nth) => set(`v${nth}`, ['replace', 'x'.repeat(100_000)])),
    ...times(500, () => ({ cmd: 'Get', keys: times(8, (nth) => `v${nth}`) })),
  ],
  tags: () => times(8000, (nth) => ({ cmd: 'ConnectUpdate', tags: [`tag ${nth % 2}`] })),
  checks: (own) => times(20_000, (nth) => ({ cmd: 'LocationChecks', locations: [own[nth % own.length]] })),
  say: () => [{ cmd: 'Say', text: 'x'.repeat(900_000) }],
  packages: () => times(20_000, () => ({ cmd: 'GetDataPackage' })),
  syncs: () => times(60_000, () => ({ cmd: 'Sync' })),
  watches: () => times(20, () => ({ cmd: 'SetNotify', keys: times(4000, (nth) => `k${nth}`) })),
  commands: () => times(20_000, (nth) => ({ cmd: 'Say', text: ['!hint', '!missing', '!checked'][nth % 3] })),
  objects: () => [{ cmd: 'Bounce', tags: ['Drowned'], data: times(340_000, () => ({})) }],
} as const satisfies { readonly [variant: string]: CreatePackets }

export type ArchipelagoAttack = keyof typeof attackMessages

/** Returns a frame of the attack `variant`. `own`: locations of the attacker's slot. */
export function archipelagoFrame(variant: string, own: readonly number[]): string {
  const packets = (attackMessages as { readonly [variant: string]: CreatePackets })[variant]
  if (!packets) throw new Error(`unknown attack ${variant}`)
  return JSON.stringify(packets(own))
}

export const archipelagoAttacks = Object.keys(attackMessages) as readonly ArchipelagoAttack[]
