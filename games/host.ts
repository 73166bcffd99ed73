// What a game is given: its peers, its records, its time and chance. Types only; games import them from game.ts.
import type { Transport } from '../wire/framing.ts'
import type { Urgency } from '../wire/link.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type Options = { readonly [name: string]: Json }
/** One packet, or one batch of them, as the game's clients see it; text only over WebSockets. */
export type Frame = Uint8Array | string

/** One connected client. `send` inside its own `receive` is a reply: kept until it is received. */
export interface Peer {
  readonly id: number
  readonly address: string
  readonly transport: Transport
  /** The client's socket compresses (permessage-deflate). */
  readonly compressed: boolean
  send(frame: Frame): void
  close(reason: string): void
  /**
   * The client has said back what only who hears what is sent to its address can know; that it speaks is no proof: over UDP its sidecar from now on carries to it
   * whatever is sent, and no longer three times what it sent. Holds at once, whatever becomes of the turn.
   */
  proven(): void
}

export type Value = Uint8Array | Json
/** A room's durable records; a turn's writes are committed or discarded together. Keys are printable ASCII. */
export interface Store {
  get(key: string): Value | undefined
  put(key: string, value: Value): void
  delete(key: string): void
  /** The records whose keys begin with `prefix`, in the order of their keys. */
  list(prefix: string): Iterable<[key: string, value: Value]>
}

/** Something that happened in a world and is worth telling who is not there. */
export interface News {
  /** `goal`: somebody has reached what he plays for. `end`: a match, or all of it, is over. */
  readonly kind: 'goal' | 'end'
  /** One line for people, with players' names as they wrote them. */
  readonly text: string
}

/** What a game may ask of where it runs; time (milliseconds since 1970) and chance come from here alone. */
export interface Host {
  now(): number
  /** 0 ≤ n < 1, from a stream that the room's founding and this opening seed. */
  random(): number
  /** PBKDF2-SHA-256, 100,000 rounds, salted; the text is what `matches` takes. */
  hash(secret: string): Promise<string>
  matches(secret: string, hashed: string): Promise<boolean>
  delay(ms: number): Promise<void>
  /**
   * Counts a guess at a password before it is compared, by the peer's address and by `target`, over reconnects and restarts;
   * the same wrong one again counts once.
   * 0: compare it, and call `guessedRight` if it was right. Else the milliseconds to wait: the password must not be compared,
   * and the answer must be the same for a right one. `target`: what the password opens, such as `account ann`; 128 UTF-16 units count.
   */
  guess(peer: Peer, target: string, password: string): number
  /** The guess that was counted was right. It no longer counts. Holds at once, in a turn or outside. */
  guessedRight(peer: Peer, target: string): void
  /**
   * The turn at hand costs so many steps, beside what it sends: one for an element looked at, or a name compared.
   * Charged to who is at turn, who waits for his next one when he is over his `Limits.work`. Outside of a turn of a
   * session's, in a tick say, nobody is charged.
   */
  spend(steps: number): void
  /** The same frame to many, encoded once. `late`: nobody waits for it. */
  cast(peers: Iterable<Peer>, frame: Frame, urgency?: Urgency): void
  /** Others may want to hear of it, elsewhere too. They do when the turn at hand is kept, and only then. */
  tell(news: News): void
  log(event: string, fields?: { readonly [name: string]: Json }): void
}
