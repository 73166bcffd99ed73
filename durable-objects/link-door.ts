// The Room's end of its links: who speaks, whose session goes on after what, which replies are still under way.
// wire/LINK.md has the rules by number. Knows no platform: a socket is something that sends and closes.
import type { Frame } from '../games/game.ts'
import { closeCodes } from '../wire/assignment.ts'
import { WireError } from '../wire/error.ts'
import {
  decodeHello,
  decodeOpening,
  frameOf,
  type Hello,
  type LinkRecord,
  type Opening,
  readLink,
  types,
} from '../wire/link.ts'
import { type KnownLink, Link, type LinkSettings, type LinkSocket } from './link.ts'
import { type LineEvents, LinkLine } from './link-line.ts'
import type { NoteSeal } from './note-seal.ts'
import type { Close } from './platform.ts'
import { readSessionRow, sessionRowKey, tokenOf } from './session-row.ts'
import type { Records } from './store.ts'
import type { WorldHost } from './world-host.ts'

/** [LINK-8] A session that is not resumed for so long has left. */
const awayMs = 60_000

export interface DoorSettings extends LinkSettings {
  readonly records: Records
  readonly seal: NoteSeal
  /** The world's host, opened at need; undefined: the room takes nobody. */
  host(): WorldHost | undefined
  /** Whether new sessions are taken (a resumed one always is). */
  open(): boolean
  /** Deletes a record that nobody needs any more. */
  forget(key: string): void
  /** Where to keep it for the next instance. */
  remember(socket: LinkSocket, known: KnownLink): void
  log(event: string, fields: { readonly [name: string]: string | number }): void
}

export class LinkDoor {
  readonly #settings: DoorSettings
  readonly #links = new Map<LinkSocket, Link>()
  /** By token: every session of every link, those that are away too, and those whose end is yet to be told. */
  readonly #lines = new Map<string, LinkLine>()
  readonly #events: LineEvents

  constructor(settings: DoorSettings) {
    this.#settings = settings
    this.#events = {
      seal: settings.seal,
      now: () => this.#settings.clock.now(),
      windowBytes: () => this.#settings.host()?.limits.windowBytes ?? 0,
      ready: (line) => {
        if (line.seat) this.#settings.host()?.pump(line.seat)
      },
      hasRow: ({ token }) => this.#settings.records.get(sessionRowKey(token)) !== undefined,
      over: (line) => this.#over(line),
    }
  }

  /** Whether this instance has heard a sidecar there, so that nothing need be remembered of its socket. */
  knows(socket: LinkSocket): boolean {
    return this.#links.has(socket)
  }

  /** One message of a sidecar. `known`: what was remembered of its socket by an instance before this one. */
  message(socket: LinkSocket, bytes: Uint8Array, known: KnownLink | undefined): void {
    try {
      this.#take(socket, bytes, known)
    } catch (error) {
      if (!(error instanceof WireError)) throw error
      this.#refused(this.#links.get(socket), 'room', error.message)
      socket.close(closeCodes.protocol, error.message.slice(0, 120))
      this.closed(socket)
    }
  }

  /** A socket that an instance before this one knew: its sidecar is told who is here now, and resumes. */
  adopt(socket: LinkSocket, known: KnownLink): void {
    if (!this.#links.has(socket)) this.#linked(socket, known, true).who()
  }

  /** The socket is gone; its sessions are away until they are resumed or their time is up. */
  closed(socket: LinkSocket, close?: Close): void {
    const link = this.#links.get(socket)
    if (!link) return
    if (close?.code === closeCodes.protocol) this.#refused(link, 'sidecar', close.reason)
    this.#links.delete(socket)
    link.stop()
    for (const line of link.lines.values())
      line.detach(this.#settings.clock.after(awayMs, () => this.#lost(line)))
  }

  /** A sidecar whose link survived the instance before this one has yet to say who is behind it. */
  get resuming(): boolean {
    for (const link of this.#links.values()) if (link.survived && !link.resumed) return true
    return false
  }

  /** Whether the row of this key is of a session that is here, or may come back. */
  owns(key: string): boolean {
    return this.#lines.has(tokenOf(key))
  }

  /** Stops every timer; the door is not to be used again. */
  stop(): void {
    for (const link of this.#links.values()) link.stop()
    for (const line of this.#lines.values()) line.detach(undefined)
    this.#links.clear()
    this.#lines.clear()
  }

  #take(socket: LinkSocket, bytes: Uint8Array, remembered: KnownLink | undefined): void {
    const message = readLink(bytes)
    const first = message.records[0]
    const hello = first?.type === types.hello ? decodeHello(first.payload) : undefined
    if (hello) this.#fence(socket, hello)
    const known = hello ? { hello, opened: 0 } : remembered
    const link = this.#links.get(socket) ?? this.#linked(socket, known, !hello)
    // [LINK-2] What was meant for another instance is not for this one.
    if (message.epoch !== this.#settings.epoch) return link.who()
    link.received(message.number)
    link.resumed = true
    link.busy = true
    const { opened } = link
    try {
      for (const record of message.records) this.#record(link, record)
    } finally {
      link.busy = false
    }
    if (link.opened > opened) this.#remember(socket, link)
    link.flush()
  }

  /** [LINK-15] `by`: which end did not understand the other. */
  #refused(link: Link | undefined, by: 'room' | 'sidecar', detail: string): void {
    const of = link && { sidecar: link.hello.sidecar, revision: link.hello.revision ?? 0 }
    this.#settings.log('link refused', { by, detail, ...of })
  }

  #linked(socket: LinkSocket, known: KnownLink | undefined, survived: boolean): Link {
    if (!known) throw new WireError('link: no hello')
    const link = new Link(socket, known, survived, this.#settings)
    this.#links.set(socket, link)
    this.#remember(socket, link)
    return link
  }

  #remember(socket: LinkSocket, { hello, opened }: Link): void {
    this.#settings.remember(socket, { hello, opened })
  }

  /** [LINK-2] The newest hello of a sidecar id fences its older link; another process's sessions end with it. */
  #fence(socket: LinkSocket, hello: Hello): void {
    for (const [other, link] of this.#links) {
      if (other === socket || link.hello.sidecar !== hello.sidecar) continue
      this.closed(other)
      other.close(closeCodes.fenced, 'a newer link of this sidecar')
    }
    // Now all of its sessions are away. Those of another process are over; it is told so if it comes back after all.
    for (const line of [...this.#lines.values()]) {
      const { sidecar, process } = line.sidecar
      if (line.seat && line.away && sidecar === hello.sidecar && process !== hello.process)
        this.#settings.host()?.leave(line.seat, 'another sidecar has taken this id')
    }
  }

  #record(link: Link, record: LinkRecord): void {
    const line = link.lines.get(record.session)
    switch (record.type) {
      case types.hello:
      case types.keepalive:
        return
      case types.open: {
        const payload = link.pieces.whole(record)
        if (payload) this.#open(link, record.session, record.seq, decodeOpening(payload))
        return
      }
      case types.data: {
        const payload = link.pieces.whole(record)
        if (payload && line) this.#data(line, record.seq, frameOf(payload, record.text))
        return
      }
      case types.close:
        if (line?.seat) this.#settings.host()?.leave(line.seat)
        return
      case types.drain:
        return this.#settings.log('sidecar drains', {
          sidecar: link.hello.sidecar,
          sessions: link.lines.size,
        })
      default:
        throw new WireError(`link: record type ${record.type} comes from a Room`)
    }
  }

  #data(line: LinkLine, seq: number, frame: Frame): void {
    if (line.endedFor !== undefined) return
    if (seq !== 0) {
      // [LINK-5] Applied already: its reply was kept and has been sent again.
      if (seq <= line.taken) return
      if (seq !== line.taken + 1) throw new WireError(`link: frame ${seq} after ${line.taken}`)
      line.taken = seq
    }
    if (line.seat) this.#settings.host()?.receive(line.seat, seq, frame)
  }

  /** A session's first life, or its next. `from`: the first turn whose acknowledgement the sidecar has not seen. */
  #open(link: Link, session: number, from: number, opening: Opening): void {
    if (link.lines.has(session)) throw new WireError(`link: session ${session} is open already`)
    link.opened = Math.max(link.opened, session)
    const known = this.#lines.get(opening.token)
    if (!known) return this.#seat(link, session, from, opening)
    known.attach(link, session)
    link.lines.set(session, known)
    known.resend(from)
    if (known.endedFor !== undefined) known.hangUp(known.endedFor)
    else if (known.seat) this.#settings.host()?.resumed(known.seat)
  }

  #seat(link: Link, session: number, from: number, opening: Opening): void {
    const line = new LinkLine(link, session, opening, this.#events)
    const row = readSessionRow(this.#settings.records, opening.token)
    // [LINK-5] The row, if the session is over or it is in or past the first unacknowledged turn; else what the sidecar holds.
    const newest = row && (row.part > 0 ? row.applied + 1 : row.applied)
    const newer = row && (row.ended !== undefined || newest! >= from) ? row : undefined
    if (newer) line.adopt(newer)
    if (newer?.ended !== undefined) return this.#tellEnd(link, line, from, newer.ended)
    const host = this.#settings.host()
    if (!host) return line.hangUp('the room takes nobody')
    const held = newer ? undefined : opening.note && this.#settings.seal.opened(opening.token, opening.note)
    if (!newer && opening.note && !held) return this.#refuseNote(line)
    if (held) line.goOn(held, from)
    const known = newer?.note ?? held
    if (!known && !this.#settings.open()) return host.turnAway(line, 'closed')
    this.#lines.set(opening.token, line)
    link.lines.set(session, line)
    line.resend(from)
    // Nothing is lost on a socket that slept with the room, until somebody spoke to sessions that were not back. What
    // an instance said of which the session never heard on this socket is lost.
    const intact = link.had(session) && host.silent
    host.sit(line, known && { note: known, intact }, (seat) => {
      line.seat = seat
    })
  }

  /** [LINK-4] It harms nobody but the session that it was brought for. */
  #refuseNote(line: LinkLine): void {
    this.#settings.log('note refused', { session: line.session, sidecar: line.sidecar.sidecar })
    line.hangUp('its note is not of this room')
  }

  /** It ended in an instance before this one, or so it may be: the sidecar is told, with the replies that it missed. */
  #tellEnd(link: Link, line: LinkLine, from: number, reason: string): void {
    this.#lines.set(line.token, line)
    link.lines.set(line.session, line)
    line.resend(from)
    line.hangUp(reason)
  }

  /** [LINK-8] */
  #lost(line: LinkLine): void {
    this.#settings.log('not resumed', { session: line.session })
    line.lost = true
    if (line.seat && line.endedFor === undefined) this.#settings.host()?.leave(line.seat)
    else this.#over(line)
  }

  /** Nobody will ask for it again. */
  #over(line: LinkLine): void {
    this.#drop(line)
    if (this.#events.hasRow(line)) this.#settings.forget(sessionRowKey(line.token))
  }

  #drop(line: LinkLine): void {
    line.link?.lines.delete(line.session)
    line.detach(undefined)
    if (this.#lines.get(line.token) === line) this.#lines.delete(line.token)
  }
}
