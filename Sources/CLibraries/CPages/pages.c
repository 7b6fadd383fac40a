#include "CPages.h"

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wc23-extensions"
#endif

/* Our own files are those of Sources/Pages/Browser. Those of Leaflet and dygraphs are fetched by scripts/build/bootstrap,
   the licences last: where they are, everything is. */
#if defined(__has_embed)
#if __has_embed("../../Pages/Browser/index.html")
#define HAS_OWN 1
#endif
#if __has_embed("assets/leaflet.txt.gz") && __has_embed("assets/dygraph.txt.gz")
#define HAS_FOREIGN 1
#endif
#endif

#ifdef HAS_OWN
static const unsigned char account_js[] = {
#embed "../../Pages/Browser/account.js"
};
static const unsigned char compare_js[] = {
#embed "../../Pages/Browser/compare.js"
};
static const unsigned char filter_js[] = {
#embed "../../Pages/Browser/filter.js"
};
static const unsigned char graph_js[] = {
#embed "../../Pages/Browser/graph.js"
};
static const unsigned char ground_js[] = {
#embed "../../Pages/Browser/ground.js"
};
static const unsigned char observed_js[] = {
#embed "../../Pages/Browser/observed.js"
};
static const unsigned char region_js[] = {
#embed "../../Pages/Browser/region.js"
};
static const unsigned char rows_js[] = {
#embed "../../Pages/Browser/rows.js"
};
static const unsigned char server_js[] = {
#embed "../../Pages/Browser/server.js"
};
static const unsigned char session_js[] = {
#embed "../../Pages/Browser/session.js"
};
static const unsigned char server_html[] = {
#embed "../../Pages/Browser/server.html"
};
static const unsigned char admin_js[] = {
#embed "../../Pages/Browser/admin.js"
};
static const unsigned char people_js[] = {
#embed "../../Pages/Browser/people.js"
};
static const unsigned char traffic_js[] = {
#embed "../../Pages/Browser/traffic.js"
};
static const unsigned char admin_html[] = {
#embed "../../Pages/Browser/admin.html"
};
static const unsigned char index_html[] = {
#embed "../../Pages/Browser/index.html"
};
static const unsigned char icon_svg[] = {
#embed "../../Pages/Browser/icon.svg"
};
static const unsigned char page_css[] = {
#embed "../../Pages/Browser/page.css"
};
static const unsigned char api_js[] = {
#embed "../../Pages/Browser/api.js"
};
static const unsigned char bar_js[] = {
#embed "../../Pages/Browser/bar.js"
};
static const unsigned char boards_js[] = {
#embed "../../Pages/Browser/boards.js"
};
static const unsigned char caster_html[] = {
#embed "../../Pages/Browser/caster.html"
};
static const unsigned char caster_js[] = {
#embed "../../Pages/Browser/caster.js"
};
static const unsigned char chart_js[] = {
#embed "../../Pages/Browser/chart.js"
};
static const unsigned char clients_js[] = {
#embed "../../Pages/Browser/clients.js"
};
static const unsigned char cluster_js[] = {
#embed "../../Pages/Browser/cluster.js"
};
static const unsigned char faults_js[] = {
#embed "../../Pages/Browser/faults.js"
};
static const unsigned char fix_js[] = {
#embed "../../Pages/Browser/fix.js"
};
static const unsigned char html_js[] = {
#embed "../../Pages/Browser/html.js"
};
static const unsigned char live_js[] = {
#embed "../../Pages/Browser/live.js"
};
static const unsigned char memory_js[] = {
#embed "../../Pages/Browser/memory.js"
};
static const unsigned char map_js[] = {
#embed "../../Pages/Browser/map.js"
};
static const unsigned char mountpoint_js[] = {
#embed "../../Pages/Browser/mountpoint.js"
};
static const unsigned char mountpoints_js[] = {
#embed "../../Pages/Browser/mountpoints.js"
};
static const unsigned char panel_js[] = {
#embed "../../Pages/Browser/panel.js"
};
static const unsigned char parts_js[] = {
#embed "../../Pages/Browser/parts.js"
};
static const unsigned char polled_js[] = {
#embed "../../Pages/Browser/polled.js"
};
static const unsigned char power_js[] = {
#embed "../../Pages/Browser/power.js"
};
static const unsigned char recorded_js[] = {
#embed "../../Pages/Browser/recorded.js"
};
static const unsigned char records_js[] = {
#embed "../../Pages/Browser/records.js"
};
static const unsigned char replay_html[] = {
#embed "../../Pages/Browser/replay.html"
};
static const unsigned char replay_js[] = {
#embed "../../Pages/Browser/replay.js"
};
static const unsigned char scenario_js[] = {
#embed "../../Pages/Browser/scenario.js"
};
static const unsigned char polar_js[] = {
#embed "../../Pages/Browser/polar.js"
};
static const unsigned char sky_js[] = {
#embed "../../Pages/Browser/sky.js"
};
static const unsigned char start_js[] = {
#embed "../../Pages/Browser/start.js"
};
static const unsigned char stations_js[] = {
#embed "../../Pages/Browser/stations.js"
};
static const unsigned char values_js[] = {
#embed "../../Pages/Browser/values.js"
};
static const unsigned char words_js[] = {
#embed "../../Pages/Browser/words.js"
};
static const unsigned char world_js[] = {
#embed "../../Pages/Browser/world.js"
};
#endif
#ifdef HAS_FOREIGN
static const unsigned char leaflet_js[] = {
#embed "assets/leaflet.js.gz"
};
static const unsigned char leaflet_css[] = {
#embed "assets/leaflet.css.gz"
};
static const unsigned char leaflet_txt[] = {
#embed "assets/leaflet.txt.gz"
};
static const unsigned char dygraph_js[] = {
#embed "assets/dygraph.js.gz"
};
static const unsigned char dygraph_css[] = {
#embed "assets/dygraph.css.gz"
};
static const unsigned char dygraph_txt[] = {
#embed "assets/dygraph.txt.gz"
};
#endif

static const boardsim_page_file files[] = {
#ifdef HAS_OWN
    {"index.html", index_html, sizeof index_html, 0},
    {"icon.svg", icon_svg, sizeof icon_svg, 0},
    {"page.css", page_css, sizeof page_css, 0},
    {"account.js", account_js, sizeof account_js, 0},
    {"compare.js", compare_js, sizeof compare_js, 0},
    {"filter.js", filter_js, sizeof filter_js, 0},
    {"graph.js", graph_js, sizeof graph_js, 0},
    {"ground.js", ground_js, sizeof ground_js, 0},
    {"observed.js", observed_js, sizeof observed_js, 0},
    {"region.js", region_js, sizeof region_js, 0},
    {"rows.js", rows_js, sizeof rows_js, 0},
    {"server.js", server_js, sizeof server_js, 0},
    {"session.js", session_js, sizeof session_js, 0},
    {"server.html", server_html, sizeof server_html, 0},
    {"admin.js", admin_js, sizeof admin_js, 0},
    {"people.js", people_js, sizeof people_js, 0},
    {"traffic.js", traffic_js, sizeof traffic_js, 0},
    {"admin.html", admin_html, sizeof admin_html, 0},
    {"api.js", api_js, sizeof api_js, 0},
    {"bar.js", bar_js, sizeof bar_js, 0},
    {"boards.js", boards_js, sizeof boards_js, 0},
    {"caster.html", caster_html, sizeof caster_html, 0},
    {"caster.js", caster_js, sizeof caster_js, 0},
    {"chart.js", chart_js, sizeof chart_js, 0},
    {"clients.js", clients_js, sizeof clients_js, 0},
    {"cluster.js", cluster_js, sizeof cluster_js, 0},
    {"faults.js", faults_js, sizeof faults_js, 0},
    {"fix.js", fix_js, sizeof fix_js, 0},
    {"html.js", html_js, sizeof html_js, 0},
    {"live.js", live_js, sizeof live_js, 0},
    {"memory.js", memory_js, sizeof memory_js, 0},
    {"map.js", map_js, sizeof map_js, 0},
    {"mountpoint.js", mountpoint_js, sizeof mountpoint_js, 0},
    {"mountpoints.js", mountpoints_js, sizeof mountpoints_js, 0},
    {"panel.js", panel_js, sizeof panel_js, 0},
    {"parts.js", parts_js, sizeof parts_js, 0},
    {"polled.js", polled_js, sizeof polled_js, 0},
    {"power.js", power_js, sizeof power_js, 0},
    {"recorded.js", recorded_js, sizeof recorded_js, 0},
    {"records.js", records_js, sizeof records_js, 0},
    {"replay.html", replay_html, sizeof replay_html, 0},
    {"replay.js", replay_js, sizeof replay_js, 0},
    {"scenario.js", scenario_js, sizeof scenario_js, 0},
    {"polar.js", polar_js, sizeof polar_js, 0},
    {"sky.js", sky_js, sizeof sky_js, 0},
    {"start.js", start_js, sizeof start_js, 0},
    {"stations.js", stations_js, sizeof stations_js, 0},
    {"values.js", values_js, sizeof values_js, 0},
    {"words.js", words_js, sizeof words_js, 0},
    {"world.js", world_js, sizeof world_js, 0},
#endif
#ifdef HAS_FOREIGN
    {"leaflet.js", leaflet_js, sizeof leaflet_js, 1},
    {"leaflet.css", leaflet_css, sizeof leaflet_css, 1},
    {"leaflet.txt", leaflet_txt, sizeof leaflet_txt, 1},
    {"dygraph.js", dygraph_js, sizeof dygraph_js, 1},
    {"dygraph.css", dygraph_css, sizeof dygraph_css, 1},
    {"dygraph.txt", dygraph_txt, sizeof dygraph_txt, 1},
#endif
    {NULL, NULL, 0, 0},
};

const boardsim_page_file *boardsim_page_files(size_t *count) {
  *count = sizeof files / sizeof *files - 1;
  return files;
}
