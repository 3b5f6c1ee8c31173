/** Development only: every UI component in each of its states, to look at. */
import { LogOut } from "lucide-react";
import { useState, type ReactNode } from "react";
import { upsertToast } from "../../core/notifications/slice.ts";
import { useAppDispatch } from "../../core/thunk.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { DataTable, type Column } from "../../ui/data-table.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Empty } from "../../ui/empty.tsx";
import { TextField } from "../../ui/field.tsx";
import { Json } from "../../ui/json.tsx";
import { Pager } from "../../ui/pager.tsx";
import { PlainPage } from "../../ui/plain-page.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Switch } from "../../ui/switch.tsx";
import { TOAST_POSITIONS, TOAST_STATUSES } from "../../ui/toast.ts";

export function Component() {
  return (
    <PlainPage title="Parts of the interface">
      <div className="flex flex-col gap-10">
        <Buttons />
        <Fields />
        <Tables />
        <Overlays />
        <Part name="Skeleton">
          <Skeleton className="h-11 w-64" />
        </Part>
        <Part name="CopyButton">
          <CopyButton text="0190a1b2" label="Copy the identifier" />
        </Part>
        <Part name="Json">
          <Json
            label="Answer"
            text={'{"orderNumber":"18446744073709551615","price":267.10,"comment":"ок","list":[1,[],{}]}'}
          />
        </Part>
      </div>
    </PlainPage>
  );
}

function Part({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-3 font-mono text-14 text-muted">{name}</h2>
      <div className="flex flex-wrap items-start gap-4">{children}</div>
    </section>
  );
}

function Buttons() {
  return (
    <Part name="Button, IconButton">
      {(["primary", "secondary", "quiet", "danger"] as const).map((look) => (
        <div key={look} className="flex flex-col gap-2">
          <Button look={look}>{look}</Button>
          <Button look={look} disabled>
            disabled
          </Button>
          <Button look={look} isBusy>
            busy
          </Button>
        </div>
      ))}
      <IconButton label="Log out">
        <LogOut aria-hidden className="size-5" />
      </IconButton>
    </Part>
  );
}

function Fields() {
  const [isOn, setIsOn] = useState(true);
  return (
    <Part name="TextField, Switch">
      <div className="grid w-full gap-4 tablet:grid-cols-2">
        <TextField label="Empty" placeholder="placeholder" />
        <TextField label="With a hint" hint="What it is for" isRequired defaultValue="value" />
        <TextField label="With an error" error="The field can't be empty" />
        <TextField label="Disabled" disabled defaultValue="trader@example.com" />
        <TextField label="Password" type="password" defaultValue="secret" />
      </div>
      <div className="w-full max-w-100">
        <Switch label="On or off" hint="With a hint" isOn={isOn} onChange={setIsOn} />
        <Switch label="Locked on" isOn isLocked />
        <Switch label="Locked off" isOn={false} isLocked />
      </div>
    </Part>
  );
}

interface Row {
  readonly id: string;
  readonly ticker: string;
  readonly price: string;
}

const COLUMNS: readonly Column<Row>[] = [
  { key: "index", title: "#", cell: (_, index) => index },
  { key: "ticker", title: "Ticker", cell: ({ ticker }) => ticker },
  { key: "price", title: "Price", cell: ({ price }) => price, isNumber: true },
];
const ROWS: readonly Row[] = [
  { id: "1", ticker: "SBER", price: "267.10" },
  { id: "2", ticker: "BTCUSDT", price: "64210.00000000" },
];

function Tables() {
  const [place, setPlace] = useState({ page: 0, size: 10 });
  const table = { caption: "Orders", columns: COLUMNS, rowKey: ({ id }: Row) => id };
  return (
    <Part name="DataTable, Empty, Pager">
      <div className="flex w-full flex-col gap-6">
        <DataTable {...table} rows={ROWS} />
        <DataTable {...table} rows={undefined} expectedRows={2} />
        <DataTable {...table} rows={[]} />
        <Empty
          title="No orders yet"
          reason="They appear here as your alerts arrive."
          action={<Button>Send a test order</Button>}
        />
        <Pager {...place} total={512} onChange={(page, size) => setPlace({ page, size })} />
      </div>
    </Part>
  );
}

function Overlays() {
  const [isOpen, setIsOpen] = useState(false);
  const dispatch = useAppDispatch();
  return (
    <Part name="Dialog, Toasts">
      <Button look="secondary" onClick={() => setIsOpen(true)}>
        Dialog
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title="Title" description="What it is about.">
        <Button onClick={() => setIsOpen(false)}>Done</Button>
      </Dialog>
      {TOAST_STATUSES.map((status, index) => (
        <Button
          key={status}
          look="secondary"
          onClick={() => {
            const position = TOAST_POSITIONS[index] ?? "top-right";
            dispatch(upsertToast({ status, position, title: status, text: `It stands at ${position}.` }));
          }}
        >
          {status}
        </Button>
      ))}
    </Part>
  );
}
