// Messages that no recording contains, written by hand from the game's document and code.
import type { FromClient, FromServer } from '../../../games/doom-2077/packets.ts'

type SampleMessage =
  | { readonly dir: 'c2s'; readonly bytes: string; readonly message: FromClient }
  | { readonly dir: 's2c'; readonly bytes: string; readonly message: FromServer }

export const sampleMessages: readonly SampleMessage[] = [
  {
    dir: 'c2s',
    bytes: `53435254 0020 ${'3061'.repeat(16)} 0a`,
    message: { type: 'SCRT', secret: '0a'.repeat(16) },
  },
  { dir: 'c2s', bytes: '4b415443 0000 0a', message: { type: 'KATC' } },
  { dir: 'c2s', bytes: '434c4f53 0008 0000000000000001 0a', message: { type: 'CLOS', doorId: 1 } },
  { dir: 'c2s', bytes: '4c415343 0008 0000000000000002 0a', message: { type: 'LASC', liftId: 2 } },
  { dir: 'c2s', bytes: '4c445343 0008 0000000000000002 0a', message: { type: 'LDSC', liftId: 2 } },
  {
    dir: 's2c',
    bytes: '4845414c 000c 0000000000000004 000061a8 0a',
    message: { type: 'HEAL', playerId: 4, gain: 25_000 },
  },
  { dir: 's2c', bytes: '434c4f53 0008 0000000000000001 0a', message: { type: 'CLOS', doorId: 1 } },
  { dir: 's2c', bytes: '4c415343 0008 0000000000000000 0a', message: { type: 'LASC', liftId: 0 } },
  { dir: 's2c', bytes: '4c445343 0008 0000000000000000 0a', message: { type: 'LDSC', liftId: 0 } },
]
