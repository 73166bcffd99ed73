// [AP-17.1] The actions of workers. To upload the result, a worker uses the same operation as the host.
import type { ActionDone, ActionRefusal, ActionRequest, PublicAction } from '../../actions.ts'
import { integer, text, type ValuesOf, withDescription } from '../../shared/schema/schema.ts'
import { leaseLostDetail, leaseMs, maxErrorLength } from './generation.ts'
import type { GatheringLobby, GenerationState } from './lobby.ts'

const maxWorkerLength = 64
/** In characters. */
const maxLoggedError = 200

const takeFields = {
  worker: withDescription(
    text({
      max: maxWorkerLength,
      pattern: /^[^\p{Cc}\p{Zl}\p{Zp}]+$/u,
      expected: `a name of 1 to ${maxWorkerLength} characters on one line`,
    }),
    'The name of the worker, for the host.',
  ),
} as const

const fence = withDescription(integer(1, 1_000_000_000), 'The fencing token of the lease.')
const renewFields = { fence } as const
const failFields = {
  fence,
  text: withDescription(
    text({ min: 0, max: maxErrorLength }),
    'The last part of the output of the generator.',
  ),
} as const

export const generationActions: { readonly [name: string]: PublicAction<GatheringLobby> } = {
  takeGeneration: {
    description: `Takes a lease of ${leaseMs / 1000} s for the generation of the multiworld. Needs the room token or the site token.`,
    method: 'POST',
    path: 'generation',
    fields: takeFields,
    answer: 'The fencing token of the lease, and the seconds until it expires.',
    refusals: ['taken', 'unauthorized'],
    run: takeGeneration,
  },
  renewGeneration: {
    description: `Renews a lease for another ${leaseMs / 1000} s. Needs the room token or the site token.`,
    method: 'PUT',
    path: 'generation',
    fields: renewFields,
    answer: 'The fencing token of the lease, and the seconds until it expires.',
    refusals: ['taken', 'unauthorized'],
    run: renewGeneration,
  },
  failGeneration: {
    description:
      'Reports that the generator failed, and ends the lease. Needs the room token or the site token.',
    method: 'POST',
    path: 'generation/failure',
    fields: failFields,
    answer: 'The fencing token of the lease that has ended.',
    refusals: ['taken', 'unauthorized'],
    run: failGeneration,
  },
}

const notWaiting: { readonly [state in Exclude<GenerationState, 'waiting'>]: string } = {
  off: 'the host generates this multiworld without workers',
  open: 'the room still accepts files',
  blocked: 'the room has no files, or files with equal names',
  running: 'another worker generates this multiworld',
  failed: 'the generation failed: the host must retry it',
}

function takeGeneration(
  lobby: GatheringLobby,
  { fields, author }: ActionRequest,
): ActionDone | ActionRefusal {
  const { worker } = fields as ValuesOf<typeof takeFields>
  if (!author.isOwner) return notOwner
  const state = lobby.generationState
  if (state !== 'waiting') return { refused: 'taken', detail: notWaiting[state] }
  const token = lobby.generation.take(worker, lobby.context.now())
  return { ...leaseAnswer(token), log: `${worker} generates the multiworld` }
}

function renewGeneration(
  lobby: GatheringLobby,
  { fields, author }: ActionRequest,
): ActionDone | ActionRefusal {
  const { fence } = fields as ValuesOf<typeof renewFields>
  if (!author.isOwner) return notOwner
  return lobby.generation.renew(fence, lobby.context.now()) ? leaseAnswer(fence) : leaseLost
}

function failGeneration(
  lobby: GatheringLobby,
  { fields, author }: ActionRequest,
): ActionDone | ActionRefusal {
  const { fence, text } = fields as ValuesOf<typeof failFields>
  if (!author.isOwner) return notOwner
  if (!lobby.generation.fail(fence, text, lobby.context.now())) return leaseLost
  // The event does not contain the error, which may have paths of the worker's machine. Everybody in a channel can read
  // the messages of a webhook.
  lobby.context.announce({ kind: 'end', text: 'The generation failed. The host page shows the error.' })
  return {
    body: { fence },
    page: '',
    log: `the generation failed: ${text.trimEnd().split('\n').at(-1)!.slice(0, maxLoggedError)}`,
  }
}

const leaseAnswer = (token: number): ActionDone => ({
  body: { fence: token, seconds: leaseMs / 1000 },
  page: '',
})

const notOwner: ActionRefusal = {
  refused: 'unauthorized',
  detail: 'this action needs the room token or the site token',
}
/** [AP-17.2] */
const leaseLost: ActionRefusal = { refused: 'taken', detail: leaseLostDetail }
