CREATE TABLE "dead_nodes" (
	"node" integer PRIMARY KEY NOT NULL,
	"decided_before" uuid NOT NULL,
	"found_dead_at" timestamp with time zone NOT NULL
);
