import { useIsHydrated } from "../../lib/hydrated.ts";
import { classNames } from "../../ui/class-names.ts";

/** Plays the animations of the figure that it is in once more. Keeps its space while there is no script to do so. */
export function ReplayButton({ text }: { readonly text: string }) {
  const isInteractive = useIsHydrated();
  return (
    <button
      type="button"
      onClick={({ currentTarget }) => replay(currentTarget)}
      className={classNames("min-h-11 link motion-reduce:hidden", !isInteractive && "invisible")}
    >
      {text}
    </button>
  );
}

function replay(button: HTMLElement): void {
  for (const animation of button.closest("figure")?.getAnimations({ subtree: true }) ?? []) {
    animation.currentTime = 0;
    animation.play();
  }
}
