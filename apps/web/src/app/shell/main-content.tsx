import type { ReactNode } from "react";
import { useNavigation } from "react-router";

interface MainContentProps {
  readonly className?: string;
  readonly children: ReactNode;
}

/** Where the link at the top of every page leads, past header and menu. */
export function MainContent({ className = "", children }: MainContentProps) {
  const isLoading = useNavigation().state === "loading";
  return (
    <main id="content" tabIndex={-1} aria-busy={isLoading} className={`outline-none ${className}`}>
      {children}
    </main>
  );
}
