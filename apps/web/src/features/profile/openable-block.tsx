import { ChevronDown } from "lucide-react";
import { useState, type ReactNode } from "react";
import { useLocation } from "react-router";

interface OpenableBlockProps {
  /** An anchor: an address that names it opens the block. */
  readonly id: string;
  readonly title: ReactNode;
  readonly hint: ReactNode;
  /** Rendered when it is opened for the first time, and loaded only then. */
  readonly children: () => ReactNode;
}

/** A topic that few users need every day: closed until it is opened. */
export function OpenableBlock({ id, title, hint, children }: OpenableBlockProps) {
  const { hash } = useLocation();
  const isNamed = hash === `#${id}`;
  const [wasOpened, setWasOpened] = useState(isNamed);
  return (
    <details
      id={id}
      open={isNamed || undefined}
      className="group scroll-mt-24 card"
      onToggle={(event) => event.currentTarget.open && setWasOpened(true)}
    >
      <summary className="flex list-none items-center justify-between gap-4 rounded-card p-5 [&::-webkit-details-marker]:hidden">
        <span>
          <span className="block text-18 font-semibold">{title}</span>
          <span className="block text-14 text-muted">{hint}</span>
        </span>
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-muted transition-transform duration-150 group-open:rotate-180"
        />
      </summary>
      <div className="flex flex-col gap-4 px-5 pb-5">{wasOpened && children()}</div>
    </details>
  );
}
