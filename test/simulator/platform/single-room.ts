// One room on a simulated disk that commits within a millisecond, for tests of a room and of the loss of its instances.
import type { Room } from '../../../durable-objects/room/room.ts'
import type { Scheduler } from '../core/scheduler.ts'
import { SeededRandom } from '../core/seeded-random.ts'
import { type ObjectSettings, SimulatedObject } from './durable-object.ts'
import type { RecordDisk } from './record-disk.ts'

export function createSingleRoom(
  scheduler: Scheduler,
  disk: RecordDisk,
  host: ObjectSettings<Room>['host'],
  logged: (line: string) => void = () => {},
  skewMs = 0,
): SimulatedObject<Room> {
  return new SimulatedObject<Room>({
    ...{ name: 'the room', scheduler, random: new SeededRandom('a lone room'), disk, host },
    ...{ fate: () => 'good', commitMs: () => 1, wayMs: () => 1, skewMs: () => skewMs },
    lost() {},
    logged: (_level, line) => logged(line),
  })
}
