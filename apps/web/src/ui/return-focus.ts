import { useState } from "react";

/**
 * For overlays: remembers what had the focus when the overlay opened, and returns a handler that puts the focus back
 * there, or where `find` says. Radix does so automatically only for its own triggers.
 */
export function useReturnFocus(find?: () => HTMLElement | null): (event: Event) => void {
  const [opener] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    const target = find ? find() : opener;
    if (target instanceof HTMLElement) target.focus();
  };
}
