-- overlap: yes
-- How near a title is takes long to tell: where there are enough that begin so, nobody asks; and of those that are near, 200 are looked at.
CREATE OR REPLACE FUNCTION near_titles(asked text, offered uuid[], held uuid[]) RETURNS TABLE (text_id uuid, nearness real)
LANGUAGE plpgsql STABLE SET pg_trgm.word_similarity_threshold = 0.35 AS $$
DECLARE
  beginning CONSTANT text := '% ' || replace(replace(replace(asked, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  found_so integer;
BEGIN
  RETURN QUERY
    SELECT id, 2::real FROM (
      SELECT id, words FROM texts
        WHERE words LIKE beginning AND (product_id = ANY (held) AND kind <> 'transcript' OR product_id = ANY (offered) AND kind = 'product')
        LIMIT 200) AS fitting
    ORDER BY words, id LIMIT 20;
  GET DIAGNOSTICS found_so = ROW_COUNT;
  IF found_so >= 8 OR asked !~ '[[:alnum:]]{3}' THEN
    RETURN;
  END IF;
  RETURN QUERY
    SELECT id, word_similarity(asked, words) FROM (
      SELECT id, words FROM texts
        WHERE (product_id = ANY (held) AND kind <> 'transcript' OR product_id = ANY (offered) AND kind = 'product')
          AND asked <% words AND words NOT LIKE beginning
        LIMIT 200) AS near
    ORDER BY 2 DESC, words, id LIMIT 20;
EXCEPTION WHEN undefined_function THEN
  -- Without pg_trgm only words that begin so are near.
  RETURN;
END $$;
