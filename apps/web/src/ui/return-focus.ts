import { useState } from "react";

/**
 * For what lies over the page: remembers what had the focus when it opened, and gives a handler that puts the focus back
 * there. Radix does so by itself only for its own triggers.
 */
export function useReturnFocus(): (event: Event) => void {
  const [opener] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    if (opener instanceof HTMLElement) opener.focus();
  };
}
