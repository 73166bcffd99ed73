// [AP-17.3]
import type { GatheringLobby } from './lobby.ts'

const help = [
  '/generation: shows whether the multiworld is being generated, and the error if the generation failed',
  '/retry: starts the generation again after a failure, and cancels a running generation',
] as const

export function runGatheringLine(lobby: GatheringLobby, typed: string): readonly string[] {
  switch (typed.trim().toLowerCase()) {
    case '/generation':
      return describeGeneration(lobby)
    case '/retry':
      lobby.generation.reset()
      return describeGeneration(lobby)
    case '/help':
      return help
    default:
      return ['Unknown command. The game has not started yet. The commands are:', ...help]
  }
}

function describeGeneration({ generation, generationState, context }: GatheringLobby): readonly string[] {
  switch (generationState) {
    case 'off':
      return ['The option generate is off: workers do not generate this multiworld.']
    case 'open':
      return ['The generation starts when the room accepts no more files.']
    case 'blocked':
      return ['The room has no files, or files with equal names.']
    case 'waiting':
      return ['The room waits for a worker. Start a worker with: packetboat generate']
    case 'running':
      return [`${generation.leaseAt(context.now())?.worker} generates the multiworld.`]
    case 'failed': {
      const { worker, text } = generation.failure!
      return [`The generation by ${worker} failed. Correct the files, or use /retry.`, text || '(no output)']
    }
  }
}
