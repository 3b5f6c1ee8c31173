CREATE TABLE "user_cells" (
	"email_key" "bytea" PRIMARY KEY NOT NULL,
	"cell" text NOT NULL,
	"reserved_at" timestamp with time zone NOT NULL
);
