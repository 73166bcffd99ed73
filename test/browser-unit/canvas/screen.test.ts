import { expect, test, vi } from 'vitest'
import { Screen } from '../../../browser/canvas/screen.ts'
import { GameCanvas } from '../../../games/doom-2077/browser/ui/game-canvas.ts'
import { fakeDocument } from '../fake-document.ts'

test('a canvas fills its space at every zoom level of the page', () => {
  fakeDocument()
  const [spectated, played] = [new Screen('', 2), new GameCanvas('')]
  for (const [zoom, width, height] of [
    [1, 860, 430],
    [2, 430, 215],
  ] as const) {
    vi.stubGlobal('devicePixelRatio', zoom)
    spectated.fit(width)
    played.fit(width, height)
    for (const { element } of [spectated, played])
      expect(element.style).toEqual({ width: `${width}px`, height: `${height}px` })
  }
})
