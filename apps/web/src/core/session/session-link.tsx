import { useSelector } from "react-redux";
import { buttonClass } from "../../ui/button.tsx";
import { selectUser } from "./slice.ts";

interface Target {
  readonly to: string;
  readonly text: string;
}

export interface SessionLinkProps {
  /** Where it leads somebody who isn't signed in. */
  readonly visitor: Target;
  /** Where it leads a signed-in user. */
  readonly user: Target;
}

/** A button-like link to another document, which depends on whether somebody is signed in. */
export function SessionLink({ visitor, user }: SessionLinkProps) {
  const { to, text } = useSelector(selectUser) ? user : visitor;
  return (
    <a href={to} className={buttonClass("primary", "shrink-0")}>
      {text}
    </a>
  );
}
