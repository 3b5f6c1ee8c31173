import { useEffect, useId, useRef, type ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface PopoverProps {
  readonly isOpen: boolean;
  readonly onChange: (isOpen: boolean) => void;
  /** What the panel is, for screen readers. */
  readonly title: string;
  /** The content of the button that opens it. */
  readonly button: ReactNode;
  readonly buttonClass: string;
  readonly panelClass?: string;
  readonly children: ReactNode;
}

/**
 * A panel below its button. Esc, a click elsewhere and the focus leaving it close it; Esc returns the focus to the
 * button. Below desktop width it belongs to the nearest positioned ancestor: it ends there, and on a phone has its width.
 */
export function Popover({ isOpen, onChange, title, button, buttonClass, panelClass, children }: PopoverProps) {
  const id = useId();
  const place = useRef<HTMLSpanElement>(null);
  const opener = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return undefined;
    place.current?.querySelector<HTMLElement>("[role=dialog] :is(input, select, button)")?.focus();
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !place.current?.contains(target)) onChange(false);
    };
    // On the document: what had the focus in the panel may be gone.
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      onChange(false);
      opener.current?.focus();
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("keydown", closeOnEscape);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("keydown", closeOnEscape);
    };
  }, [isOpen, onChange]);

  return (
    <span
      ref={place}
      className="max-desktop:grow desktop:relative"
      onBlur={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !place.current?.contains(relatedTarget)) onChange(false);
      }}
    >
      <button
        ref={opener}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => onChange(!isOpen)}
        className={buttonClass}
      >
        {button}
      </button>
      {isOpen && (
        <div
          id={id}
          role="dialog"
          aria-label={title}
          className={classNames(
            "absolute inset-x-0 top-full z-30 mt-2 max-h-[min(70vh,640px)] animate-fade overflow-y-auto raised p-4 tablet:left-auto",
            panelClass,
          )}
        >
          {children}
        </div>
      )}
    </span>
  );
}
