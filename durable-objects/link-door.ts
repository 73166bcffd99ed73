// The Room's end of its sidecar links: fencing, resumption of sessions, unacknowledged replies. wire/LINK.md has the
// rules by number. Independent of the platform: a socket only sends and closes.
import type { Frame } from '../games/game.ts'
import { closeCodes } from '../wire/assignment.ts'
import { WireError } from '../wire/error.ts'
import {
  decodeHello,
  decodeOpening,
  decodeFrame,
  type Hello,
  type LinkRecord,
  type Opening,
  decodeLinkMessage,
  recordTypes,
} from '../wire/link.ts'
import { type KnownLink, Link, type LinkSettings, type LinkSocket } from './link.ts'
import { type LineEvents, LinkLine } from './link-line.ts'
import type { NoteSeal } from './note-seal.ts'
import type { Close } from './platform.ts'
import { readSessionRow, sessionRowKey, tokenOf } from './session-row.ts'
import type { Records } from './store.ts'
import type { WorldHost } from './world-host.ts'

/** [LINK-8] A session that is not resumed in this time has left. */
const awayMs = 60_000

export interface DoorSettings extends LinkSettings {
  readonly records: Records
  readonly seal: NoteSeal
  /** The world's runtime, opened on demand; undefined: the room accepts no clients. */
  host(): WorldHost | undefined
  /** Whether new sessions are accepted (a resumed one always is). */
  open(): boolean
  /** Deletes a record that is no longer needed. */
  forget(key: string): void
  /** Stores this with the socket, for the next instance. */
  remember(socket: LinkSocket, known: KnownLink): void
  log(event: string, fields: { readonly [name: string]: string | number }): void
}

export class LinkDoor {
  readonly #settings: DoorSettings
  readonly #links = new Map<LinkSocket, Link>()
  /** By token: all sessions of all links, including those that are away or whose end is not acknowledged yet. */
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

  /** Whether this instance has the socket's link, so that its attachment need not be read. */
  knows(socket: LinkSocket): boolean {
    return this.#links.has(socket)
  }

  /** Processes a sidecar's message. `known`: the socket's state from an earlier instance. */
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

  /** Takes over a socket of an earlier instance: announces this instance, and the sidecar resumes. */
  adopt(socket: LinkSocket, known: KnownLink): void {
    if (!this.#links.has(socket)) this.#linked(socket, known, true).who()
  }

  /** The socket is closed; its sessions are away until they are resumed or time out. */
  closed(socket: LinkSocket, close?: Close): void {
    const link = this.#links.get(socket)
    if (!link) return
    if (close?.code === closeCodes.protocol) this.#refused(link, 'sidecar', close.reason)
    this.#links.delete(socket)
    link.stop()
    for (const line of link.lines.values())
      line.detach(this.#settings.clock.after(awayMs, () => this.#lost(line)))
  }

  /** A sidecar whose link survived the previous instance has not resumed its sessions yet. */
  get resuming(): boolean {
    for (const link of this.#links.values()) if (link.survived && !link.resumed) return true
    return false
  }

  /** Whether this key is the row of a session that is here or may resume. */
  owns(key: string): boolean {
    return this.#lines.has(tokenOf(key))
  }

  /** Stops all timers. Do not use the gateway afterwards. */
  stop(): void {
    for (const link of this.#links.values()) link.stop()
    for (const line of this.#lines.values()) line.detach(undefined)
    this.#links.clear()
    this.#lines.clear()
  }

  #take(socket: LinkSocket, bytes: Uint8Array, remembered: KnownLink | undefined): void {
    const message = decodeLinkMessage(bytes)
    const first = message.records[0]
    const hello = first?.type === recordTypes.hello ? decodeHello(first.payload) : undefined
    if (hello) this.#fence(socket, hello)
    const known = hello ? { hello, opened: 0 } : remembered
    const link = this.#links.get(socket) ?? this.#linked(socket, known, !hello)
    // [LINK-2] Ignores messages for another instance.
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

  /** [LINK-15] `by`: the end that could not read the other's message. */
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
    // Now all of its sessions are away. Those of another process end; it learns that if it reconnects after all.
    for (const line of [...this.#lines.values()]) {
      const { sidecar, process } = line.sidecar
      if (line.seat && line.away && sidecar === hello.sidecar && process !== hello.process)
        this.#settings.host()?.leave(line.seat, 'another sidecar has taken this id')
    }
  }

  #record(link: Link, record: LinkRecord): void {
    const line = link.lines.get(record.session)
    switch (record.type) {
      case recordTypes.hello:
      case recordTypes.keepalive:
        return
      case recordTypes.open: {
        const payload = link.pieces.add(record)
        if (payload) this.#open(link, record.session, record.seq, decodeOpening(payload))
        return
      }
      case recordTypes.data: {
        const payload = link.pieces.add(record)
        if (payload && line) this.#data(line, record.seq, decodeFrame(payload, record.isText))
        return
      }
      case recordTypes.close:
        if (line?.seat) this.#settings.host()?.leave(line.seat)
        return
      case recordTypes.drain:
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
      // [LINK-5] Applied already: its stored reply has been resent.
      if (seq <= line.taken) return
      if (seq !== line.taken + 1) throw new WireError(`link: frame ${seq} after ${line.taken}`)
      line.taken = seq
    }
    if (line.seat) this.#settings.host()?.receive(line.seat, seq, frame)
  }

  /** Opens or resumes a session. `from`: the first turn whose acknowledgement the sidecar has not seen. */
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
    // [LINK-5] Use the row if the session is over, or the row is at or past the first unacknowledged turn; else the
    // sidecar's note.
    const newest = row && (row.part > 0 ? row.applied + 1 : row.applied)
    const newer = row && (row.ended !== undefined || newest! >= from) ? row : undefined
    if (newer) line.adopt(newer)
    if (newer?.ended !== undefined) return this.#tellEnd(link, line, from, newer.ended)
    const host = this.#settings.host()
    if (!host) return line.hangUp('the room takes nobody')
    const held = newer ? undefined : opening.resumeState && this.#settings.seal.opened(opening.token, opening.resumeState)
    if (!newer && opening.resumeState && !held) return this.#refuseNote(line)
    if (held) line.goOn(held, from)
    const known = newer?.note ?? held
    if (!known && !this.#settings.open()) return host.turnAway(line, 'closed')
    this.#lines.set(opening.token, line)
    link.lines.set(session, line)
    line.resend(from)
    // On a socket that hibernated with the room nothing is lost until this instance sends to sessions that have not
    // resumed. Output of an instance for a session that was never on this socket is lost.
    const intact = link.had(session) && host.silent
    host.sit(line, known && { note: known, intact }, (seat) => {
      line.seat = seat
    })
  }

  /** [LINK-4] Affects only the session whose note it is. */
  #refuseNote(line: LinkLine): void {
    this.#settings.log('note refused', { session: line.session, sidecar: line.sidecar.sidecar })
    line.hangUp('its note is not of this room')
  }

  /** It ended in an earlier instance, or may have: sends the sidecar that, and the replies that it missed. */
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

  /** Nobody will resume it. */
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
