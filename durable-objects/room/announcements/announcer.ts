// Announces the room to the Directory, with retries after a failure.
import { blake2s } from '@noble/hashes/blake2.js'
import { encodeUtf8 } from '../../../wire/util/utf8.ts'
import { type SeriesRefusal, seriesEntryOf } from '../../model/series.ts'
import type { BoardRow } from '../../model/story.ts'
import { OneShotTimer } from '../../platform/clock.ts'
import { base64url } from '../../platform/secrets.ts'
import type { DirectoryRpc } from '../../rpc/directory-rpc.ts'
import type { RoomAnnouncement } from '../../rpc/rpc-types.ts'
import { unknownResultError } from '../../rpc/versioned-calls.ts'
import { joinModeOf } from '../context/admission.ts'
import type { RoomContext } from '../context/room-context.ts'
import type { Gateways } from '../gateways/gateways.ts'
import type { RoomLifecycle } from '../lifecycle/room-lifecycle.ts'
import type { Stories } from '../stories/stories.ts'
import type { UsageMeter } from '../usage/usage-meter.ts'
import type { WorldLoader } from '../world/world-loader.ts'
import type { WorldRuntime } from '../world/world-runtime.ts'
import { buildAnnouncement } from './announcement.ts'

/** Milliseconds for which changes are collected, because players join and leave often. */
const debounceMs = 1000
/** After failed announcements, the delay of the next try doubles up to this limit. */
const maxRetryDelayMs = 60_000
/** An unchanged announcement is repeated after this time, in case the Directory has lost it. */
const trustedForMs = 60 * 60 * 1000

export interface AnnouncerDependencies {
  readonly directory: Pick<DirectoryRpc, 'announce'>
  readonly lifecycle: Pick<RoomLifecycle, 'phase' | 'delete'>
  readonly world: Pick<WorldLoader, 'runtime' | 'openReadOnly' | 'damage' | 'fault'>
  readonly gateways: Pick<Gateways, 'countPlayers'>
  readonly meter: Pick<UsageMeter, 'metrics'>
  readonly stories: Pick<Stories, 'board'>
}

export class Announcer {
  readonly #context: RoomContext
  readonly #parts: AnnouncerDependencies
  readonly #timer: OneShotTimer
  #failures = 0
  #inFlight = 0
  /** Announcements are sent one after another, because a slow older one would overwrite a newer one. */
  #lastSend: Promise<void> = Promise.resolve()

  constructor(context: RoomContext, parts: AnnouncerDependencies) {
    this.#context = context
    this.#parts = parts
    this.#timer = new OneShotTimer(context.clock, () => {
      if (this.#hasChanged) void this.publish()
    })
    const { clock, events } = context
    // The room announces itself at the end of the current event, when the sessions of hibernated sockets have resumed.
    events.on('worldReadable', () => clock.soon(() => this.#publishIfUnknown()))
    events.on('worldUnreadable', () => this.publishSoon())
    events.on('faultChanged', () => this.publishIfChanged())
    events.on('playersChanged', () => this.publishIfChanged())
    events.on('messageChanged', () => this.publishIfChanged())
    events.on('storyStored', () => this.publishIfChanged())
    // The Directory must forget the name of an erased player, too.
    events.on('recordsRewritten', () => void this.publish())
    events.on('deleting', () => this.#timer.cancel())
    // Continues a deletion that an earlier instance did not finish.
    if (parts.lifecycle.phase === 'deleting') clock.soon(() => void this.publish())
  }

  get isPending(): boolean {
    return this.#inFlight > 0 || this.#timer.isRunning
  }

  publishSoon(): void {
    this.#timer.start(debounceMs)
  }

  /** Call when the room may have changed. Without a change, cancels the timer, which would keep the room in memory. */
  publishIfChanged(): void {
    if (this.#hasChanged) this.publishSoon()
    else this.#timer.cancel()
  }

  /** Never rejects: failures are logged and retried until one succeeds. */
  publish(): Promise<void> {
    this.#timer.cancel()
    this.#inFlight++
    this.#lastSend = this.#lastSend.then(() => this.#sendOrRetry()).finally(() => this.#inFlight--)
    return this.#lastSend
  }

  /** `runtime`: undefined if the world is not open. Throws if the room does not exist. */
  announcementOf(runtime: WorldRuntime | undefined): RoomAnnouncement {
    const { meta, game, availability, now } = this.#context
    const { world, gateways } = this.#parts
    const series = this.#series?.entry
    return {
      ...buildAnnouncement(meta!, game, runtime, world, { availability, now }),
      players: gateways.countPlayers(runtime?.players ?? 0),
      ...(series && { series }),
    }
  }

  /** Why the Directory last refused to list the room in its series; undefined if it did not, or if that is unknown. */
  get seriesRefusal(): SeriesRefusal | undefined {
    return this.#context.hibernation.announcement?.refused
  }

  get #series(): ReturnType<typeof seriesEntryOf> {
    return seriesEntryOf(this.#context.meta!, () => this.#seriesBoard)
  }

  /** The board to announce: empty in a private room; undefined if the rows cannot be read. */
  get #seriesBoard(): readonly BoardRow[] | undefined {
    const { meta, game } = this.#context
    if (!game) return undefined
    if (joinModeOf(meta!, game) !== 'open') return []
    try {
      return this.#parts.stories.board
    } catch (error) {
      this.#context.log('warn', 'board not announced', { detail: String(error) })
      return undefined
    }
  }

  /**
   * A room that does not know its last announcement announces itself at once, because the Directory may have lost the
   * room or recorded its removal. A delay would keep the room in memory, and an unchanged announcement costs the
   * Directory no write.
   */
  #publishIfUnknown(): void {
    if (this.#context.hibernation.announcement) this.publishIfChanged()
    else if (!this.isPending) void this.publish()
  }

  get #hasChanged(): boolean {
    const { meta, hibernation, now } = this.#context
    const { world, lifecycle } = this.#parts
    if (!meta || !world.runtime || lifecycle.phase === 'deleting') return true
    const { digest, at = Number.NaN } = hibernation.announcement ?? {}
    // A time in the future was stored before the clock was set back, so it is not trusted.
    const isTrusted = at <= now && now - at < trustedForMs
    return !isTrusted || digest !== digestOf(this.announcementOf(world.runtime))
  }

  async #sendOrRetry(): Promise<void> {
    try {
      await this.#send()
      this.#failures = 0
    } catch (error) {
      this.#context.log('warn', 'not announced', { detail: String(error) })
      this.#timer.start(Math.min(maxRetryDelayMs, debounceMs * 2 ** this.#failures++))
    }
  }

  async #send(): Promise<void> {
    const { lifecycle, world } = this.#parts
    if (lifecycle.phase === 'deleting') return void (await lifecycle.delete('retain'))
    const { meta, hibernation, events } = this.#context
    if (!meta) return
    const announcement = this.announcementOf(world.openReadOnly())
    // Until the Directory answers, the room does not know which announcement the Directory has.
    hibernation.update({ announcement: undefined })
    events.emit('announcing', announcement)
    const { answer, refused } = await this.#announce(announcement)
    // The Directory has removed the room, so this object deletes itself, unless a later room was created in it
    // meanwhile. Whether the removal was final is unknown here, so the owner can still restore the room.
    if (answer === 'removed') {
      if (this.#context.meta?.generation === announcement.generation) await lifecycle.delete('retain')
    }
    // An earlier instance announced the room before the clock was set back. The error causes a retry.
    else if (answer === 'stale') throw new Error('the Directory has a newer announcement of this room')
    else if (answer === undefined)
      hibernation.update({
        announcement: {
          ...{ digest: digestOf(announcement), at: this.#context.now },
          ...(refused && { refused }),
        },
      })
    else if (typeof answer === 'object' && 'generation' in answer)
      await this.#takeLaterGeneration(announcement.generation, answer.generation)
    else throw unknownResultError('announce', answer)
  }

  /** Sends the rows of the series too if the Directory asks for them. `refused`: why the room is not in its series. */
  async #announce(announcement: RoomAnnouncement) {
    const { directory, meter } = this.#parts
    const { now } = this.#context
    const rows = this.#series?.rows ?? []
    let answer = await directory.announce(announcement, now, meter.metrics)
    const { series } = announcement
    if (series && isAbout(answer) && answer.series === 'rows')
      answer = await directory.announce({ ...announcement, series: { ...series, rows } }, now, meter.metrics)
    if (!isAbout(answer)) return { answer }
    if (answer.series === 'rows') throw new Error('the Directory has no rows of this room')
    return { answer: undefined, refused: answer.series }
  }

  /** Takes a later generation, because another room of its name was removed while this room was created. */
  async #takeLaterGeneration(announced: number, generation: number): Promise<void> {
    const { meta } = this.#context
    if (!meta || meta.generation !== announced) return
    this.#context.storeMeta({ ...meta, generation })
    await this.#send()
  }
}

type Answer = Awaited<ReturnType<DirectoryRpc['announce']>>

const isAbout = (answer: Answer) => typeof answer === 'object' && 'series' in answer

const digestOf = (announcement: RoomAnnouncement) =>
  base64url(blake2s(encodeUtf8(JSON.stringify(announcement)), { dkLen: 16 }))
