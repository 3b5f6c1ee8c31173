import { useEffect } from "react";
import { useLocation } from "react-router";

/** Opens the question that the address's hash names: readers who follow a link want the answer. */
export function useOpenByHash(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const target = document.getElementById(decodeURIComponent(hash.slice(1)));
    if (target instanceof HTMLDetailsElement) target.open = true;
  }, [hash, key]);
}
