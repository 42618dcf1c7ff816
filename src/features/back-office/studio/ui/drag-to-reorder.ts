import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'

/** Makes a list's items (`data-item`) draggable. Returns a cleanup function. */
export function enableDragReorder(
  list: HTMLElement,
  ids: readonly string[],
  onMove: (id: string, after: string | null) => void,
): () => void {
  const elements = [...list.querySelectorAll<HTMLElement>(':scope > [data-item]')]
  const cleanups = elements.flatMap((element) => {
    const id = element.dataset['item'] ?? ''
    const sideOf = (clientY: number) => {
      const { top, height } = element.getBoundingClientRect()
      return clientY < top + height / 2 ? 'before' : 'after'
    }
    const leave = () => delete element.dataset['over']
    return [
      draggable({ element, getInitialData: () => ({ list, id }) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => source.data['list'] === list && source.data['id'] !== id,
        onDrag: ({ location }) => (element.dataset['over'] = sideOf(location.current.input.clientY)),
        onDragLeave: leave,
        onDrop: ({ source, location }) => {
          leave()
          const moved = String(source.data['id'])
          const others = ids.filter((other) => other !== moved)
          const index = others.indexOf(id) - (sideOf(location.current.input.clientY) === 'before' ? 1 : 0)
          onMove(moved, others[index] ?? null)
        },
      }),
    ]
  })
  return combine(...cleanups)
}
