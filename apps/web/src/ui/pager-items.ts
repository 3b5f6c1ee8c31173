/** One place in a pager: a page, or a jump back or forward. Pages are counted from one here, as readers do. */
export type PagerItem =
  | { readonly kind: "page"; readonly page: number }
  | { readonly kind: "back" | "forward"; readonly page: number; readonly by: number };

/** How many pages are shown on either side of the current one, and how many a jump skips. */
const WIDE = { beside: 2, jump: 5 } as const;
const COMPACT = { beside: 1, jump: 3 } as const;

/**
 * Returns what a pager shows for so many pages: the first, the last, the current one with its neighbours, and jumps
 * over the rest. Follows @rc-component/pagination: specification, section 9.
 */
export function pagerItems(current: number, pages: number, isCompact: boolean): readonly PagerItem[] {
  const { beside, jump } = isCompact ? COMPACT : WIDE;
  if (pages <= 3 + beside * 2) return pagesBetween(1, pages);
  const hasBack = current - 1 >= beside * 2 && current !== 3;
  const hasForward = pages - current >= beside * 2 && current !== pages - 2;
  let left = Math.max(1, current - beside);
  let right = Math.min(current + beside, pages);
  if (current - 1 <= beside) right = 1 + beside * 2;
  if (pages - current <= beside) left = pages - beside * 2;
  // The jumps replace the outermost neighbours, if there is room for those.
  if (!isCompact && hasBack && right !== pages) left += 1;
  if (!isCompact && hasForward && left !== 1) right -= 1;
  return [
    ...(left === 1 ? [] : pagesBetween(1, 1)),
    ...(hasBack ? [{ kind: "back", page: Math.max(1, current - jump), by: jump } as const] : []),
    ...pagesBetween(left, right),
    ...(hasForward ? [{ kind: "forward", page: Math.min(pages, current + jump), by: jump } as const] : []),
    ...(right === pages ? [] : pagesBetween(pages, pages)),
  ];
}

function pagesBetween(first: number, last: number): readonly PagerItem[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => ({ kind: "page", page: first + at }));
}
