// A site: the real Directory with its repository, and the real rooms. The run creates, changes, reads and deletes rooms
// by name like the Worker, while instances and calls are lost. At the end the Directory lists exactly the existing
// rooms, and every name can be used. Some sites have sidecars and players.
import { Directory } from '../../../durable-objects/directory/directory.ts'
import type { Platform } from '../../../durable-objects/platform/platform.ts'
import { Room } from '../../../durable-objects/room/room.ts'
import type { RoomState } from '../../../durable-objects/rpc/rpc-types.ts'
import { placementTimeoutMs, SiteSidecars } from '../actors/site-sidecars.ts'
import { InvariantError, violate } from '../core/game-model.ts'
import { Scheduler } from '../core/scheduler.ts'
import { SeededRandom } from '../core/seeded-random.ts'
import { checkCollections } from '../invariants/bounds.ts'
import { takeCensus } from '../invariants/memory-census.ts'
import {
  type CommitOutcome,
  type ObjectDisk,
  type ObjectInstance,
  SimulatedObject,
} from '../platform/durable-object.ts'
import { RecordDisk } from '../platform/record-disk.ts'
import { SqliteDisk } from '../platform/sqlite-disk.ts'
import { censusShare } from './plan.ts'
import { RoomCreations, siteGame } from './room-creations.ts'

const names = ['tally/harbor', 'tally/inlet'] as const
type Name = (typeof names)[number]

const titles = ['Other', 'Third'] as const

const steps = 60
/** Share of the steps before which a fault occurs. */
const faultShare = 0.25
/** Share of the sites with sidecars among the sites without concurrent actions. */
const sidecarShare = 0.7
const seriesShare = 0.5
const series = [null, 'cup', 'league'] as const
/** Maximum milliseconds for which a creation reserves a name. Failed announcements are retried within this time. */
const reservationMs = 120_000
/** If a creation from a file in parts is abandoned, it reserves its name for at most this many milliseconds. */
const abandonedMs = 17 * 60_000

const actions = [
  [4, 'make'],
  [1, 'make in parts'],
  [0.7, 'fork'],
  [0.7, 'copy'],
  [4, 'delete'],
  [3, 'patch'],
  [2, 'file'],
  [2, 'describe'],
  [1, 'look'],
] as const

const faults = ['lose room', 'lose directory', 'commit', 'sleep', 'weather', 'well'] as const
const passes = [0, 1, 3, 10, 100, 3000, 70_000] as const

/** Sites with slow calls and concurrent actions: announcements of one room overtake those of another. */
const hasty = {
  share: 0.7,
  // Number of steps. It is small, because each further announcement could hide a wrong one.
  steps: 12,
  actions: [
    [4, 'make'],
    [3, 'delete'],
    [5, 'patch'],
    [1, 'describe'],
  ],
  faultShare: 0.5,
  faults: ['lose room', 'lose directory'],
  weather: { delayMs: [5000, 30_000], lost: [0, 0.05] },
  passes: [3, 100, 1000, 3000, 10_000],
} as const

type Action = (typeof actions)[number][1]
type CreationMethod = 'make' | 'make in parts' | 'fork' | 'copy'
type Fault = (typeof faults)[number] | 'lose disk'

/**
 * `delayMs`: maximum latency of a call between objects. `lost`: share of the calls, and of the answers, that are lost.
 */
interface CallLatency {
  delayMs: number
  lost: number
}

export interface SiteOutcome {
  readonly broken: InvariantError | undefined
  readonly log: readonly string[]
}

/** `isHasty`, `hasSidecars`, `hasSeries`: drawn from the seed by default. */
export async function runSiteSimulation(
  seed: string,
  isHasty = new SeededRandom(`${seed} haste`).happens(hasty.share),
  hasSidecars = !isHasty && new SeededRandom(`${seed} carriers`).happens(sidecarShare),
  hasSeries = new SeededRandom(`${seed} series`).happens(seriesShare),
): Promise<SiteOutcome> {
  const site = new Site(seed, { isHasty, hasSidecars, hasSeries })
  let broken: InvariantError | undefined
  try {
    await site.run()
  } catch (error) {
    if (!(error instanceof InvariantError)) throw error
    broken = error
  }
  return { broken, log: site.log }
}

/** Runs seeds until one fails and returns its failure, or undefined after `runs` seeds. */
export async function findBrokenSite(from: number, runs: number) {
  for (let seed = from; seed < from + runs; seed++) {
    const { broken, log } = await runSiteSimulation(siteSeed(seed))
    if (broken) return { seed, broken, log }
  }
  return undefined
}

export function siteSeed(seed: number): string {
  return `site ${seed}`
}

class Site {
  readonly log: string[] = []
  readonly #scheduler = new Scheduler()
  readonly #random: SeededRandom
  readonly #weather: CallLatency = { delayMs: 0, lost: 0 }
  #fate: CommitOutcome = 'good'
  readonly #disk = new SqliteDisk()
  /** Whether the Directory sometimes loses its disk. If it does not, the run can check tombstones. */
  readonly #loses: boolean
  /** Whether calls are slow from the start and actions do not wait for each other. */
  readonly #isHasty: boolean
  readonly #hasSeries: boolean
  /** The site's sidecars. Some sites have none. */
  readonly #sidecars: SiteSidecars | undefined
  #broken: InvariantError | undefined
  #forgot = false
  readonly #directory: SimulatedObject<Directory & ObjectInstance>
  readonly #rooms: ReadonlyMap<Name, SimulatedObject<Room>>
  readonly #disks = new Map(names.map((name) => [name as string, new RecordDisk()]))
  readonly #creations: RoomCreations

  constructor(
    seed: string,
    {
      isHasty,
      hasSidecars,
      hasSeries,
    }: { readonly isHasty: boolean; readonly hasSidecars: boolean; readonly hasSeries: boolean },
  ) {
    this.#random = new SeededRandom(`${seed} site`)
    this.#isHasty = isHasty
    this.#hasSeries = hasSeries
    // A Directory that has lost its disk cannot assign the previous ports, which players have written down.
    this.#loses = this.#random.happens(0.3) && !hasSidecars
    const host = (platform: Platform) => {
      const ask = (name: string) => this.#call(this.#rooms.get(name as Name)!, (room) => room.announce())
      return new Directory({ games: [siteGame], platform, askRoom: ask })
    }
    this.#directory = this.#object('the Directory', this.#disk, host, true)
    this.#rooms = new Map(
      names.map((name) => [
        name,
        this.#object(name, this.#disks.get(name)!, (platform) => this.#room(name, platform)),
      ]),
    )
    this.#creations = new RoomCreations({
      listen: hasSidecars ? [{ transport: 'tcp', port: 0 }] : [],
      ofRoom: (name, run) => this.#call(this.#rooms.get(name as Name)!, run),
      ofDirectory: (run) => this.#call(this.#directory, run),
      disk: (name) => this.#disks.get(name)!,
      isStill: !hasSidecars,
    })
    if (hasSidecars)
      this.#sidecars = new SiteSidecars({
        scheduler: this.#scheduler,
        random: new SeededRandom(`${seed} sidecars`),
        directory: this.#directory,
        rooms: this.#rooms,
        logLine: (line) => this.#logLine(line),
      })
  }

  #object<T extends ObjectInstance>(
    name: string,
    disk: ObjectDisk,
    host: (platform: Platform) => T,
    answersPings?: true,
  ): SimulatedObject<T> {
    return new SimulatedObject<T>({
      name,
      scheduler: this.#scheduler,
      random: this.#random,
      disk,
      host,
      fate: () => {
        const fate = this.#fate
        this.#fate = 'good'
        return fate
      },
      commitMs: () => 0.5 + this.#random.next(),
      wayMs: () => 0.2 + this.#random.next() + this.#weather.delayMs * this.#random.next(),
      skewMs: () => 0,
      ...(answersPings && { answersPings }),
      lost: (how) => this.#logLine(`${name}: ${how}`),
      logged: (_level, line) => this.#logLine(line),
    })
  }

  #room(name: Name, platform: Platform): Room {
    const object = this.#rooms.get(name)!
    const { instances } = object
    const lives = () => object.instances === instances && object.hosted !== undefined
    /**
     * A room's call to the Directory is sent when the room's earlier writes are durable, like all output of an object.
     * A lost instance sends nothing and receives no answer.
     */
    const say = <R>(run: (directory: Directory) => Promise<R>) =>
      new Promise<R>((resolve, reject) => {
        if (!lives()) return
        object.leave(() => {
          this.#scheduler.expectPromises()
          this.#call(this.#directory, run).then(
            (answer) => lives() && resolve(answer),
            (error) => lives() && reject(error),
          )
        })
      })
    return new Room({
      games: [siteGame],
      platform,
      directory: {
        announce: (room, at) => say((directory) => directory.announce(room, at)),
        removeRoom: (room, generation) => say((directory) => directory.removeRoom(room, generation)),
      },
    })
  }

  #call<T extends ObjectInstance, R>(object: SimulatedObject<T>, run: (hosted: T) => Promise<R>): Promise<R> {
    const [thither, back] = [this.#random, this.#random].map((chance) => chance.happens(this.#weather.lost))
    if (thither) return this.#scheduler.resolveAfter(5, () => Promise.reject(new Error('the call was lost')))
    const answer = object.call(run)
    return back ? answer.then(() => Promise.reject(new Error('the answer was lost'))) : answer
  }

  async run(): Promise<void> {
    if (this.#isHasty)
      Object.assign(this.#weather, {
        delayMs: this.#random.choose(hasty.weather.delayMs),
        lost: this.#random.choose(hasty.weather.lost),
      })
    for (let i = 0; i < (this.#isHasty ? hasty.steps : steps); i++) {
      if (this.#random.happens(this.#isHasty ? hasty.faultShare : faultShare)) this.#fail()
      const name = this.#random.choose(names)
      const action = this.#random.chooseWeighted<Action>(this.#isHasty ? hasty.actions : actions)
      this.#logLine(`${action} ${name}`)
      this.#sidecars?.play(name)
      this.#do(action, name).catch((error: unknown) => {
        if (error instanceof InvariantError) this.#broken ??= error
        this.#logLine(`${action} ${name}: ${String(error)}`)
      })
      await this.#scheduler.advance(this.#random.choose<number>(this.#isHasty ? hasty.passes : passes))
    }
    if (this.#isHasty) await this.#overtake(this.#random.choose(names))
    this.#logLine('rest')
    if (this.#broken) throw this.#broken
    this.#weather.delayMs = this.#weather.lost = 0
    this.#fate = 'good'
    if (this.#sidecars) await this.#checkServed(this.#sidecars)
    await this.#scheduler.advance(this.#creations.hadParts ? abandonedMs : reservationMs)
    await this.#checkDirectory()
    this.#creations.checkComplete(names)
    if (this.#sidecars) for (const name of names) await this.#checkTotals(this.#sidecars, name)
    for (const name of names) await this.#checkUsable(name)
    this.#forgot = false
    await this.#checkDirectory()
    if (this.#random.happens(censusShare)) this.#count()
  }

  /**
   * Loses an instance while its announcement is in flight. The announcement arrives after the Directory has received
   * the next one.
   */
  async #overtake(name: Name): Promise<void> {
    const room = this.#rooms.get(name)!
    for (const after of [() => room.lose(), () => this.#directory.lose()]) {
      this.#logLine(`patch ${name}`)
      this.#do('patch', name).catch((error: unknown) => this.#logLine(`patch ${name}: ${String(error)}`))
      await this.#scheduler.advance(this.#weather.delayMs * (0.3 + this.#random.next()))
      after()
    }
  }

  /** Checks the collections of all objects. The bounds of the Directory are for each name. */
  #count(): void {
    const objects = [this.#directory, ...this.#rooms.values()]
    checkCollections(takeCensus(objects.map(({ hosted }) => hosted)), names.length, 'disconnected')
  }

  #fail(): void {
    if (this.#sidecars && this.#random.happens(0.5)) return this.#sidecars.fail()
    const usual = this.#isHasty ? hasty.faults : faults
    const fault = this.#random.choose<Fault>(this.#loses ? [...usual, 'lose disk'] : usual)
    this.#logLine(fault)
    const room = this.#rooms.get(this.#random.choose(names))!
    if (fault === 'lose room') room.lose()
    else if (fault === 'lose directory') this.#directory.lose()
    else if (fault === 'lose disk') this.#loseDirectory()
    else if (fault === 'commit') this.#fate = this.#random.choose(['lost', 'unacknowledged'] as const)
    else if (fault === 'sleep') room.sleep()
    else if (fault === 'well') this.#weather.delayMs = this.#weather.lost = 0
    else
      Object.assign(this.#weather, {
        delayMs: this.#random.choose([0, 50, 5000, 30_000, 30_000]),
        lost: this.#random.choose([0, 0.2]),
      })
  }

  /** Ends the Directory and deletes its disk, with the list of rooms, reserved names and tombstones. */
  #loseDirectory(): void {
    this.#directory.lose()
    this.#disk.wipe()
    this.#forgot = true
  }

  async #do(action: Action, name: Name): Promise<unknown> {
    if (action === 'make' || action === 'make in parts' || action === 'fork' || action === 'copy')
      return this.#make(name, action)
    const room = this.#rooms.get(name)!
    switch (action) {
      case 'delete':
        return this.#delete(name, room)
      case 'patch':
        return this.#call(room, (hosted) =>
          hosted.patch({
            title: this.#isHasty ? this.#random.choose(titles) : 'Other',
            ...(this.#hasSeries && {
              options: { series: this.#random.choose(series), seriesKey: 'the-key-of-both-series' },
            }),
          }),
        )
      case 'file':
        return this.#call(room, (hosted) => hosted.calls.readFile('totals.txt', false))
      case 'describe':
        return this.#call(room, (hosted) => hosted.describe())
      case 'look':
        return this.#call(this.#directory, (directory) => directory.hasRoom(name, 'site'))
    }
  }

  /** Deletes a room as the Worker does, which also removes the Directory's entry if the room itself does not exist. */
  async #delete(name: Name, room: SimulatedObject<Room>): Promise<void> {
    const done = this.#sidecars?.startDeletion(name)
    try {
      const listed = await this.#call(this.#directory, (directory) => directory.getRoom(name))
      await this.#call(room, (hosted) => hosted.deleteRoom())
      if (listed)
        await this.#call(this.#directory, (directory) => directory.removeRoom(name, listed.generation))
    } finally {
      done?.()
    }
  }

  /** Creates a room like the Worker, in one of several ways. Resolves to false if the name is taken. */
  async #make(name: Name, how: CreationMethod = 'make'): Promise<boolean> {
    const isThere = this.#sidecars?.startCreation(name)
    const from = names.find((other) => other !== name)!
    const made = await this.#made(how, name, from)
    if (made) isThere?.()
    return made
  }

  #made(how: CreationMethod, name: Name, from: Name): Promise<boolean> {
    if (how === 'make') return this.#creations.make(name)
    if (how === 'make in parts') return this.#creations.makeInParts(name)
    return how === 'fork' ? this.#creations.fork(from, name) : this.#creations.copy(from, name)
  }

  // ---- Invariants
  // ----------------------------------------------------------------------------------------------------

  /** Awaits an answer after the last fault. */
  async #answerOf<R>(what: string, asked: Promise<R>): Promise<R> {
    let answer: { readonly value: R } | undefined
    let failed: unknown
    asked.then(
      (value) => {
        answer = { value }
      },
      (error) => {
        failed = error
      },
    )
    await this.#scheduler.advance(1000)
    if (!answer) violate('every request is answered', `${what}: ${String(failed ?? 'no answer')}`)
    return answer.value
  }

  #describe(name: Name, room: SimulatedObject<Room>): ReturnType<Room['describe']> {
    return this.#answerOf(
      name,
      this.#call(room, (hosted) => hosted.describe()),
    )
  }

  #listRooms(): ReturnType<Directory['listRooms']> {
    return this.#answerOf(
      'the list',
      this.#call(this.#directory, (directory) => directory.listRooms()),
    )
  }

  /** [LINK-13] After any fault, live sidecars serve all listed rooms. */
  async #checkServed(sidecars: SiteSidecars): Promise<void> {
    const listed = async () => (await this.#listRooms()).map(({ game, room }) => `${game}/${room}`)
    // Milliseconds within which a lost instance restarts.
    await this.#scheduler.advance(1000)
    const before = await listed()
    await this.#scheduler.advance(placementTimeoutMs)
    sidecars.checkPlacement(before, await listed())
  }

  async #checkTotals(sidecars: SiteSidecars, name: Name): Promise<void> {
    const room = this.#rooms.get(name)!
    const state = await this.#describe(name, room)
    const view =
      state && 'view' in state ? (state.view as { readonly totals: Record<string, number> }) : undefined
    sidecars.checkTotals(name, view?.totals ?? {}, room.hosted?.sessionCount ?? 0)
  }

  /** Checks that the Directory lists exactly the existing rooms, with their current state. */
  async #checkDirectory(): Promise<void> {
    for (const [name, room] of this.#rooms) {
      // Makes a Directory that has lost its disk ask the room, as a request to the Worker does.
      if (this.#forgot) await this.#answerOf(name, this.#do('look', name))
      await this.#describe(name, room)
    }
    // A room announces itself after a request.
    await this.#scheduler.advance(reservationMs)
    const listings = (await this.#listRooms()).map(({ game, room, title }) => `${game}/${room} ${title}`)
    const there: string[] = []
    for (const [name, room] of this.#rooms) {
      const state = await this.#describe(name, room)
      if (!state || !('title' in state)) continue
      there.push(`${name} ${state.title}`)
      await this.#checkBoard(name, room, state)
    }
    // Without its tombstones the Directory may accept an announcement from before a deletion, until the name is deleted
    // again.
    if (this.#forgot && there.every((room) => listings.includes(room))) return
    if (listings.sort().join() !== there.sort().join())
      violate('the Directory agrees with the rooms', `it lists ${listings}, but the rooms are ${there}`)
  }

  /** Checks that the room's board is in its series and in no other. */
  async #checkBoard(name: Name, room: SimulatedObject<Room>, { series }: RoomState): Promise<void> {
    const stories = await this.#answerOf(
      name,
      this.#call(room, (hosted) => hosted.calls.readStories(0)),
    )
    const rows = [
      ...this.#disk.exec<{ series: string; rows: string }>(
        `SELECT series, rows FROM series_board JOIN room ON name = series_board.room
          WHERE name = ? AND json_extract(announcement, '$.generation') = generation`,
        name,
      ),
    ]
    const told = rows.map((row) => `${row.series} ${row.rows}`).join()
    const expected = series && !series.refused ? `tally/${series.name} ${JSON.stringify(stories?.board)}` : ''
    if (told !== expected)
      violate('a series has the boards of its rooms', `${name}: ${told}, not ${expected}`)
  }

  async #checkUsable(name: Name): Promise<void> {
    await this.#answerOf(`deleting ${name}`, this.#do('delete', name))
    const how = this.#creations.hadParts ? 'make in parts' : 'make'
    if (!(await this.#answerOf(`making ${name}`, this.#make(name, how))))
      violate('every name can be used', `${name} cannot`)
    this.#creations.checkComplete([name])
  }

  #logLine(line: string): void {
    this.log.push(`${this.#scheduler.elapsed.toFixed(1)} ${line}`)
  }
}
