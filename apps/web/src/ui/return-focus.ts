import { useState } from "react";

/**
 * For overlays: remembers what had the focus when the overlay opened, and returns a handler that puts the focus back
 * there. Radix does so automatically only for its own triggers.
 */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    if (opener instanceof HTMLElement) opener.focus();
  };
}
