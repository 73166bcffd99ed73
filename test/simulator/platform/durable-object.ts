// A simulated Durable Object. Its disk, sockets and alarm outlive its instances, of which at most one runs. Output
// waits until earlier writes are durable. A lost instance loses its uncommitted writes and its waiting output.
import { deflateRawSync } from 'node:zlib'
import type { Platform, Socket } from '../../../durable-objects/platform/platform.ts'
import type { SqlStorage } from '../../../durable-objects/storage/records.ts'
import type { Frame } from '../../../games/game.ts'
import type { Timer } from '../../../wire/util/clock.ts'
import { type Scheduler, TimerOwner } from '../core/scheduler.ts'
import type { SeededRandom } from '../core/seeded-random.ts'
import { createSimulatedSecrets } from './secrets.ts'
import type { ServerSocket } from './sockets.ts'

const deflateMs = 2

export interface ObjectInstance {
  socketMessage(socket: Socket, message: Frame): void
  socketClosed(socket: Socket): void
  alarm?(): void
}

export interface ObjectDisk extends SqlStorage {
  wrote: () => void
  transaction<T>(body: () => T): T
  commit(): void
  rollback(): void
  clear(): void
}

/**
 * The outcome of a commit. `good`: durable, and the instance receives the confirmation. `unacknowledged`: durable, but
 * the instance is lost before it receives the confirmation. `lost`: not durable, and the instance is lost.
 */
export type CommitOutcome = 'good' | 'unacknowledged' | 'lost'

export interface ObjectSettings<T extends ObjectInstance> {
  readonly name: string
  readonly scheduler: Scheduler
  readonly random: SeededRandom
  readonly disk: ObjectDisk
  host(platform: Platform): T
  fate(): CommitOutcome
  commitMs(): number
  wayMs(): number
  skewMs(): number
  /** Whether the platform answers pings on the object's sockets. */
  readonly answersPings?: true
  lost(how: 'lost' | 'slept'): void
  logged(level: string, line: string): void
}

class Instance<T> extends TimerOwner {
  hosted!: T
  /** Numbers of write batches: the last closed one, and the last one known to be durable. */
  batch = 0
  durable = 0
  dirty = false
  /** Whether later writes of the instance will be lost. */
  doomed = false
  readonly waiting: { readonly batch: number; readonly run: () => void }[] = []
  readonly written: { readonly batch: number; readonly resolve: () => void }[] = []
  /** For each pending call, the function that rejects it if the instance is lost. */
  readonly calls = new Set<() => void>()
}

export class SimulatedObject<T extends ObjectInstance> {
  readonly settings: ObjectSettings<T>
  readonly sockets = new Set<ServerSocket>()
  #instance: Instance<T> | undefined
  #alarm: { readonly at: number; readonly timer: Timer } | undefined
  #durableAlarm: number | undefined
  instances = 0
  /** Draws faults of the alarm: by how many milliseconds it is late, and how often the platform calls it. */
  alarmFault: () => { readonly lateMs: number; readonly times: number } = () => ({ lateMs: 0, times: 1 })

  constructor(settings: ObjectSettings<T>) {
    this.settings = settings
  }

  get hosted(): T | undefined {
    return this.#instance?.hosted
  }

  /** Number of pending timers of the instance. Zero without an instance. */
  get armed(): number {
    return this.#instance?.armed ?? 0
  }

  get alarmAt(): number | undefined {
    return this.#alarm?.at
  }

  get settled(): boolean {
    const instance = this.#instance
    return (
      !instance || (!instance.dirty && instance.durable === instance.batch && instance.waiting.length === 0)
    )
  }

  enter(run: (hosted: T) => void): void {
    const { hosted } = this.#present()
    try {
      run(hosted)
    } catch (error) {
      this.settings.logged('error', `uncaught in ${this.settings.name}: ${stackOf(error)}`)
    }
  }

  /** Calls the object. Rejects if the instance is lost before it sends its answer. `owner`: the caller. */
  call<R>(run: (hosted: T) => Promise<R>, owner?: TimerOwner): Promise<R> {
    const { scheduler, wayMs } = this.settings
    return new Promise((resolve, reject) => {
      const answer = (settle: () => void) =>
        scheduler.after(
          wayMs(),
          () => {
            scheduler.expectPromises()
            settle()
          },
          owner,
        )
      scheduler.after(wayMs(), () => {
        scheduler.expectPromises()
        const instance = this.#present()
        const lost = () => answer(() => reject(new Error(`${this.settings.name} was lost`)))
        instance.calls.add(lost)
        const settle = (settled: () => void) => {
          if (!instance.alive) return
          this.leave(() => {
            instance.calls.delete(lost)
            answer(settled)
          })
        }
        run(instance.hosted).then(
          (value) => settle(() => resolve(value)),
          (error) => settle(() => reject(error)),
        )
      })
    })
  }

  leave(run: () => void): void {
    const instance = this.#instance
    if (!instance) return
    const batch = instance.dirty ? instance.batch + 1 : instance.batch
    if (batch <= instance.durable && instance.waiting.length === 0) run()
    else instance.waiting.push({ batch, run })
  }

  lose(): void {
    const instance = this.#end()
    if (!instance) return
    this.settings.disk.rollback()
    this.#setAlarm(this.#durableAlarm)
    for (const lost of instance.calls) lost()
    for (const socket of [...this.sockets]) socket.pipe.vanish()
    this.settings.lost('lost')
  }

  /** Hibernates the object, whose sockets stay open. Returns false if the object is busy. */
  sleep(): boolean {
    const instance = this.#instance
    // An instance that waits for a timer or a promise does not hibernate.
    if (!instance || !this.settled || instance.calls.size > 0 || instance.armed > 0) return false
    this.#end()
    this.settings.lost('slept')
    return true
  }

  #end(): Instance<T> | undefined {
    const instance = this.#instance
    if (instance) instance.alive = false
    this.#instance = undefined
    return instance
  }

  #present(): Instance<T> {
    if (this.#instance) return this.#instance
    const instance = new Instance<T>()
    instance.skewMs = this.settings.skewMs
    this.#instance = instance
    this.instances++
    this.settings.disk.wrote = () => this.#touched(instance)
    instance.hosted = this.settings.host(this.#platform(instance))
    return instance
  }

  #platform(instance: Instance<T>): Platform {
    const { scheduler, random, disk } = this.settings
    return {
      clock: scheduler.clock(instance),
      secrets: createSimulatedSecrets(scheduler, random, instance),
      disk: {
        sql: { exec: (query, ...bindings) => this.#alive(instance) && disk.exec(query, ...bindings) },
        transaction: (body) => disk.transaction(body),
        durable: () => this.#written(instance),
        setAlarm: (at) => {
          this.#touched(instance)
          this.#setAlarm(at)
        },
        clear: () => {
          this.#alive(instance)
          disk.clear()
          this.#setAlarm(undefined)
          return this.#written(instance)
        },
      },
      accept: (socket, tag) => {
        const server = socket as ServerSocket
        server.tag = tag
        this.sockets.add(server)
      },
      sockets: (tag) => [...this.sockets].filter((socket) => tag === undefined || socket.tag === tag),
      reject: (socket, frames, reason) => {
        const server = socket as ServerSocket
        server.serializeAttachment({ kind: 'direct' })
        this.sockets.add(server)
        for (const frame of frames) server.send(frame)
        server.close(1000, reason)
      },
      ...(this.settings.answersPings && { lastPing: (socket: Socket) => (socket as ServerSocket).pingedAt }),
      deflate: (bytes) => scheduler.resolveAfter(deflateMs, () => deflateRawSync(bytes), instance),
      log: (level, line) => this.settings.logged(level, line),
    }
  }

  /** Throws if a lost instance tries to write, because its promises must never resolve. */
  #alive(instance: Instance<T>): true {
    if (!instance.alive) throw new Error(`an instance of ${this.settings.name} that is gone still writes`)
    return true
  }

  #written(instance: Instance<T>): Promise<void> {
    const { scheduler } = this.settings
    const batch = instance.dirty ? instance.batch + 1 : instance.batch
    if (batch <= instance.durable) return scheduler.resolveAfter(0.1, () => undefined, instance)
    return new Promise((resolve) => void instance.written.push({ batch, resolve }))
  }

  /** All writes until the end of this event, and of other events at the same time, are one batch. */
  #touched(instance: Instance<T>): void {
    if (instance.dirty) return
    instance.dirty = true
    this.settings.scheduler.after(0, () => this.#close(instance), instance)
  }

  #close(instance: Instance<T>): void {
    const { scheduler, disk, fate, commitMs } = this.settings
    const drawn = instance.doomed ? 'lost' : fate()
    const batch = ++instance.batch
    instance.dirty = false
    if (drawn === 'lost') instance.doomed = true
    else {
      disk.commit()
      this.#durableAlarm = this.#alarm?.at
    }
    scheduler.after(
      commitMs(),
      () => {
        if (drawn === 'good') this.#durable(instance, batch)
        else this.lose()
      },
      instance,
    )
  }

  #durable(instance: Instance<T>, batch: number): void {
    instance.durable = Math.max(instance.durable, batch)
    while (instance.written[0] && instance.written[0].batch <= instance.durable) {
      this.settings.scheduler.expectPromises()
      instance.written.shift()!.resolve()
    }
    while (instance.waiting[0] && instance.waiting[0].batch <= instance.durable)
      instance.waiting.shift()!.run()
  }

  #setAlarm(at: number | undefined): void {
    this.#alarm?.timer.cancel()
    this.#alarm = undefined
    if (at === undefined) return
    const { scheduler, skewMs } = this.settings
    const { lateMs, times } = this.alarmFault()
    const fire = (left: number) => {
      if (left === 0) return
      this.#alarm = undefined
      this.#durableAlarm = undefined
      this.enter((hosted) => hosted.alarm?.())
      if (left > 1) scheduler.after(1, () => fire(left - 1))
    }
    const inMs = Math.max(0, at - (scheduler.now + skewMs())) + lateMs
    this.#alarm = { at, timer: scheduler.after(inMs, () => fire(times)) }
  }
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
