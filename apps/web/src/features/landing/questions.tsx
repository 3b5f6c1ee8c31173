import { Plus } from "lucide-react";
import { Link } from "react-router";

export interface Question {
  /** The name that links use. */
  readonly id: string;
  readonly question: string;
  readonly answer: string;
  /** A page of ours that says more. */
  readonly more?: { readonly to: string; readonly text: string };
}

interface QuestionsProps {
  readonly questions: readonly Question[];
  /** Of the questions with one name, only one is open at a time. */
  readonly name: string;
}

/** Questions that the browser itself opens to show their answers: they work before a script does, and without one. */
export function Questions({ questions, name }: QuestionsProps) {
  return (
    <div className="border-t border-line">
      {questions.map(({ id, question, answer, more }) => (
        <details key={id} id={id} name={name} className="group border-b border-line">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 rounded-control py-4 text-18 font-medium hover:text-accent [&::-webkit-details-marker]:hidden">
            {question}
            <Plus
              aria-hidden
              className="size-5 shrink-0 text-muted transition-transform duration-200 group-open:rotate-45"
            />
          </summary>
          <div className="max-w-[68ch] animate-fade pr-9 pb-6 text-muted">
            <p>{answer}</p>
            {more && (
              <Link to={more.to} className="inline-flex min-h-11 items-center link">
                {more.text}
              </Link>
            )}
          </div>
        </details>
      ))}
    </div>
  );
}
