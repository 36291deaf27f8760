"""The right of every view, listed a second time, so that a changed right fails a test."""

from flask import Flask

from scorekeeper.web.frame.rights import Right, right_for

#: The views with each right, a line for each blueprint ("-" for a view without one).
RIGHTS = {
    Right.NONE: """
        -: static
        health: healthz icon readyz
        offline: manifest page worker
        sharing: enter typed
        styles: scaled
        trust: authority show
    """,
    Right.ANY_LINK: """
        api: described find rule_set rule_sets
        matches: index
        may_i: ask index
        reference: glossary help_page readings rule_set rule_sets side_by_side
        search: article compare index
        sheets: general general_pdf index
    """,
    Right.ANY_LINK_TO_WRITE: """
        api: check_meld check_opening pair rank rule score
        director: enter leave
        this_device: forget show
    """,
    Right.WATCH: """
        evening_paper: as_csv as_json
        evening_history: index
        evening_seating: show
        evening_standings: cross show
        evening_table: find place show
        evening_wall: show
        code: articles
        export: as_csv as_json
        history: deal index
        matches: board watch
        may_i: ask_in_match of_match
        patterns: board error index
        players: index names ratings show
        reference: of_match
        rulings: index
        seasons: history index of_evening sheet sheet_pdf show
        sheets: evening evening_pdf of_match of_match_pdf slip slip_pdf to_print
        table: more
    """,
    Right.AT_TABLE: """
        evening_table: agree call called elsewhere time_up
    """,
    Right.WRITE: """
        code: adopt
        deals: amend draft new preview save saved undo
        matches: create forget_preset keep_preset new presets
        penalty: index
        recounts: index
        rulings: apply new withdraw
        table: names play_again put_names retitle set_aside take_up tick
    """,
    Right.DIRECT: """
        code: add_to_articles retire
        club: away_page cards_left copy download index pin set_away
        evening_correct: show
        evening_director: clock close finish home more reopen reopen_evening start
        evening_entrants: change index status
        evening_links: code index make renew revoke
        evening_paper: index sheet sheet_pdf
        evening_penalties: index withdraw
        evening_results: answer reopen save_slips show slips
        evening_seating: another publish_round
        evening_standings: show_now
        evenings: amend create index keep new settings
        players: name rate ratings_page set_ratings take_back
        seasons: add away create evenings new remove settings
        sharing: code index make revoke
    """,
}


def test_every_address_has_the_right_that_is_written_here(app: Flask) -> None:
    expected = {}
    for right, listed in RIGHTS.items():
        for line in listed.strip().splitlines():
            blueprint, _, views = line.strip().partition(": ")
            expected |= {f"{blueprint}.{view}".removeprefix("-."): right for view in views.split()}
    with app.app_context():
        assert {rule.endpoint: right_for(rule.endpoint) for rule in app.url_map.iter_rules()} == expected
