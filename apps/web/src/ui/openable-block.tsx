import { ChevronDown } from "lucide-react";
import { useState, type ReactNode } from "react";

interface OpenableBlockProps {
  readonly title: ReactNode;
  readonly hint: ReactNode;
  /** Rendered when it is opened for the first time, and loaded only then. */
  readonly children: () => ReactNode;
}

/** A topic that few users need every day: closed until it is opened. */
export function OpenableBlock({ title, hint, children }: OpenableBlockProps) {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details className="group card" onToggle={(event) => event.currentTarget.open && setWasOpened(true)}>
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
